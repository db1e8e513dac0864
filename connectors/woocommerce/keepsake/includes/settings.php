<?php
namespace Keepsake\Shop;

defined( 'ABSPATH' ) || exit;

const SETTINGS = 'keepsake_settings';
const STATE    = 'keepsake_state';

/** A constant in wp-config.php comes before the stored value, so that secrets need not be in the database. */
const CONSTANTS = array(
	'url'    => 'KEEPSAKE_URL',
	'pid'    => 'KEEPSAKE_PID',
	'key'    => 'KEEPSAKE_KEY',
	'secret' => 'KEEPSAKE_IDENTITY_SECRET',
);

function setting( string $name ): string {
	$constant = CONSTANTS[ $name ] ?? '';
	if ( $constant !== '' && defined( $constant ) ) {
		return rtrim( (string) constant( $constant ), '/' );
	}
	return (string) ( get_option( SETTINGS, array() )[ $name ] ?? '' );
}

function is_connected(): bool {
	return setting( 'url' ) !== '' && setting( 'pid' ) !== '' && setting( 'key' ) !== '';
}

/** What the plugin remembers between requests: the reconcile that is under way, the last one, and the problem, if any. */
function state(): array {
	return get_option( STATE, array() );
}

function remember( array $changes ): void {
	update_option( STATE, array_merge( state(), $changes ), false );
}

/** Remembers how the last try went to send products or orders, or to reconcile. An empty text: it worked. The problem that is
 *  shown stays until nothing is refused any more. */
function remember_try( string $of, string $problem ): void {
	$state   = state();
	$refused = $state['refused'] ?? array();
	unset( $refused[ $of ] );
	if ( $problem !== '' ) {
		$refused[ $of ] = array( 'times' => failures_of( $of ) + 1, 'problem' => $problem );
	}
	$shown   = end( $refused )['problem'] ?? ''; // The newest.
	$changes = array( 'refused' => $refused, 'problem' => $shown );
	if ( array_intersect_key( $state, $changes ) != $changes ) {
		remember( $changes );
	}
}

/** How often in a row Keepsake refused it. */
function failures_of( string $of ): int {
	return state()['refused'][ $of ]['times'] ?? 0;
}
