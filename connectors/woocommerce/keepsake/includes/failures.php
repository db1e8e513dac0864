<?php
/** Reading a product or an order runs code of other plugins. Where that fails, only this product or order is not sent. */

namespace Keepsake\Shop;

defined( 'ABSPATH' ) || exit;

/** Nothing bounds the message of another plugin's failure. */
const MESSAGE_MAX = 300;

/** What is wrong, and where in the shop's files. */
function describe( \Throwable $failure ): string {
	if ( $failure instanceof Refused ) {
		return $failure->getMessage();
	}
	return sprintf( '%s (%s:%d)', mb_substr( $failure->getMessage(), 0, MESSAGE_MAX ), str_replace( ABSPATH, '', $failure->getFile() ), $failure->getLine() );
}

/** Shows and logs which products or orders could not be read. `$failures` has for each number what was wrong. */
function tell_unread( string $kind, array $failures ): void {
	if ( $failures === array() ) {
		return;
	}
	$text = $kind === PRODUCT
		/* translators: 1: a number, 2: an error message */
		? __( 'Product %1$d could not be read: %2$s.', 'keepsake' )
		/* translators: 1: a number, 2: an error message */
		: __( 'Order %1$d could not be read: %2$s.', 'keepsake' );
	$ids     = array_keys( $failures );
	$problem = sprintf( $text, $ids[0], $failures[ $ids[0] ] );
	if ( count( $ids ) > 1 ) {
		/* translators: %s: numbers */
		$problem .= ' ' . sprintf( __( 'Nor could these: %s.', 'keepsake' ), implode( ', ', array_slice( $ids, 1 ) ) );
	}
	error_log( "Keepsake: $problem" );
	remember_try( unread( $kind ), $problem );
}

/** Under which name `remember_try` knows that some could not be read. Unlike a refusal, it delays no other. */
function unread( string $kind ): string {
	return "unread $kind";
}
