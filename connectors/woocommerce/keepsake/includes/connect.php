<?php
namespace Keepsake\Shop;

defined( 'ABSPATH' ) || exit;

/** The pages that Connect creates: their setting, title and content. */
const PAGES = array(
	'lists_page'  => array( 'Wishlist', '[keepsake_lists]' ),
	'shared_page' => array( 'Shared list', '[keepsake_shared_list]' ),
);

/** Calls without content, which Keepsake refuses with 403 if the key may not make them and with 400 otherwise. */
const NEEDED_SCOPES = array(
	'catalog' => array( '/storeadmin/v3/inventory/set', array( 'levels' => array() ) ),
	'orders'  => array( '/storeadmin/v3/orders/report', array( 'orders' => array() ) ),
);

/** Checks the address, the store id and the key. Returns what is wrong, in the merchant's words, or an empty text. */
function check_connection( array $connection ): string {
	$parts = wp_parse_url( $connection['url'] );
	$host  = $parts['host'] ?? '';
	if ( ! in_array( $parts['scheme'] ?? '', array( 'http', 'https' ), true ) || $host === '' || isset( $parts['query'] ) ) {
		return __( 'The address must be that of your Keepsake, such as https://keepsake.example.', 'keepsake' );
	}
	if ( $parts['scheme'] === 'http' && ! in_array( $host, array( 'localhost', '127.0.0.1' ), true ) ) {
		return __( 'The address must begin with https://, because the API key is sent to it.', 'keepsake' );
	}
	try {
		$me = call_keepsake( '/storeadmin/me', null, $connection );
	} catch ( Refused $refused ) {
		return match ( $refused->status ) {
			401     => __( 'Keepsake does not know this store id and API key. Copy both again from its dashboard, under Connections.', 'keepsake' ),
			/* translators: %s: what the server answered */
			default => sprintf( __( 'Could not connect to Keepsake: %s', 'keepsake' ), $refused->getMessage() ),
		};
	}
	if ( ( $me['pid'] ?? '' ) !== $connection['pid'] ) {
		return __( 'The API key belongs to another store.', 'keepsake' );
	}
	foreach ( NEEDED_SCOPES as $scope => [ $path, $body ] ) {
		try {
			call_keepsake( $path, $body, $connection );
		} catch ( Refused $refused ) {
			if ( $refused->status === 403 ) {
				/* translators: %s: the name of a scope */
				return sprintf( __( 'The API key lacks the scope "%s". Create one with the scopes catalog and orders.', 'keepsake' ), $scope );
			}
		}
	}
	return '';
}

/** Stores the connection and sets everything up. Repeating it changes nothing. */
function connect( array $settings ): string {
	$problem = check_connection( $settings );
	if ( $problem !== '' ) {
		return $problem;
	}
	$stored = get_option( SETTINGS, array() );
	foreach ( PAGES as $name => [ $title, $shortcode ] ) {
		$settings[ $name ] = ensure_page( (int) ( $stored[ $name ] ?? 0 ), $title, $shortcode );
	}
	update_option( SETTINGS, $settings );
	remember( array( 'problem' => '', 'refused' => array(), 'run' => null ) );
	start();
	// The first reconcile begins at once, in the background.
	wp_schedule_single_event( time(), 'keepsake_reconcile_more' );
	spawn_cron();
	return '';
}

function ensure_page( int $page, string $title, string $shortcode ): int {
	if ( $page && get_post_status( $page ) === 'publish' ) {
		return $page;
	}
	return (int) wp_insert_post(
		array(
			'post_type'    => 'page',
			'post_status'  => 'publish',
			'post_title'   => $title,
			'post_content' => "<!-- wp:shortcode -->$shortcode<!-- /wp:shortcode -->",
		)
	);
}
