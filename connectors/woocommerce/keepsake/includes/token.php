<?php
namespace Keepsake\Shop;

defined( 'ABSPATH' ) || exit;

const TOKEN_SECONDS = 120;

/** Says who is logged in, signed with the store's identity secret. Empty for a guest, which logs out. WooCommerce does not check
 *  addresses; a shop that does can say with a filter whom it knows. */
function login_token(): string {
	$secret = setting( 'secret' );
	$user   = wp_get_current_user();
	$email  = is_user_logged_in() ? (string) $user->user_email : '';
	if ( $secret === '' || ! is_email( $email ) || ! apply_filters( 'keepsake_may_log_in', true, $user ) ) {
		return '';
	}
	$encode = fn( string $bytes ) => rtrim( strtr( base64_encode( $bytes ), '+/', '-_' ), '=' );
	$claims = array(
		'email' => $email,
		'exp'   => time() + TOKEN_SECONDS,
	);
	$signed = $encode( '{"alg":"HS256","typ":"JWT"}' ) . '.' . $encode( wp_json_encode( $claims ) );
	return $signed . '.' . $encode( hash_hmac( 'sha256', $signed, $secret, true ) );
}

/** Pages from a page cache are the same for everyone. They must not carry a token, and fetch it instead. */
function has_page_cache(): bool {
	$stored = get_option( SETTINGS, array() )['page_cache'] ?? null;
	return $stored === null ? defined( 'WP_CACHE' ) && WP_CACHE : (bool) $stored;
}

/**
 * Answers the token of the customer whose cookie came with the request. A nonce would be of no use, because a cached page
 * carries a stranger's. Instead the call must carry a header that a page of another site cannot send.
 */
function answer_token(): void {
	nocache_headers();
	header( 'Cache-Control: no-store, private' );
	header( 'Content-Type: text/plain; charset=utf-8' );
	header( 'X-Content-Type-Options: nosniff' );
	$is_own_page = ( $_SERVER['HTTP_X_REQUESTED_WITH'] ?? '' ) === 'keepsake' && in_array( $_SERVER['HTTP_SEC_FETCH_SITE'] ?? 'same-origin', array( 'same-origin' ), true );
	if ( $_SERVER['REQUEST_METHOD'] !== 'POST' || ! $is_own_page ) {
		status_header( 403 );
		exit;
	}
	echo login_token(); // Letters, digits, "-", "_" and ".".
	exit;
}
