<?php
namespace Keepsake\Shop;

defined( 'ABSPATH' ) || exit;

const CAPABILITY = 'manage_woocommerce';

function add_admin_page(): void {
	add_submenu_page( 'woocommerce', 'Keepsake', 'Keepsake', CAPABILITY, 'keepsake', __NAMESPACE__ . '\\print_admin_page' );
}

function handle_connect(): void {
	check_sent_form( 'keepsake_connect' );
	$problem = connect_form( array_map( fn( $value ) => is_string( $value ) ? trim( wp_unslash( $value ) ) : '', $_POST ) );
	return_to_page( $problem === '' ? 'connected' : 'failed', $problem );
}

/** Connects with what was entered. Returns what is wrong, or an empty text. */
function connect_form( array $sent ): string {
	$settings = array(
		'url'        => rtrim( $sent['url'] ?? '', '/' ),
		'pid'        => $sent['pid'] ?? '',
		// Secrets are never printed into the page; an empty field keeps the stored one.
		'key'        => ( $sent['key'] ?? '' ) !== '' ? $sent['key'] : setting( 'key' ),
		'secret'     => ( $sent['secret'] ?? '' ) !== '' ? $sent['secret'] : setting( 'secret' ),
		'page_cache' => isset( $sent['page_cache'] ),
	);
	foreach ( CONSTANTS as $name => $constant ) {
		if ( defined( $constant ) ) {
			$settings[ $name ] = setting( $name );
		}
	}
	// Connect sends the key to the address. Who may change the settings of the shop need not know its key.
	if ( $settings['url'] !== setting( 'url' ) && $settings['key'] !== '' && $settings['key'] === setting( 'key' ) ) {
		if ( defined( CONSTANTS['key'] ) ) {
			return __( 'Your API key is defined in wp-config.php, so the address must be as well. Add KEEPSAKE_URL to wp-config.php.', 'keepsake' );
		}
		if ( ( $sent['key'] ?? '' ) === '' ) {
			return __( 'Enter the API key again: the address is new.', 'keepsake' );
		}
	}
	$problem = connect( $settings );
	if ( $problem === '' ) {
		forget_constants();
	}
	return $problem;
}

/** What wp-config.php defines is not stored as well. */
function forget_constants(): void {
	update_option( SETTINGS, array_diff_key( get_option( SETTINGS, array() ), array_filter( CONSTANTS, 'defined' ) ) );
}

function handle_check(): void {
	check_sent_form( 'keepsake_check' );
	if ( ! is_connected() ) {
		return_to_page( 'failed', __( 'Press Connect first.', 'keepsake' ) );
	}
	$outcome = reconcile();
	$problem = state()['problem'] ?? '';
	return_to_page( $problem === '' || $outcome === 'busy' ? $outcome : 'failed', $problem );
}

function check_sent_form( string $action ): void {
	if ( ! current_user_can( CAPABILITY ) ) {
		wp_die( esc_html__( 'You may not change these settings.', 'keepsake' ), 403 );
	}
	check_admin_referer( $action );
}

function return_to_page( string $outcome, string $problem ): void {
	set_transient( 'keepsake_notice_' . get_current_user_id(), array( $outcome, $problem ), 60 );
	wp_safe_redirect( admin_url( 'admin.php?page=keepsake' ) );
	exit;
}

function print_admin_page(): void {
	$notice = get_transient( 'keepsake_notice_' . get_current_user_id() );
	delete_transient( 'keepsake_notice_' . get_current_user_id() );
	echo '<div class="wrap"><h1>Keepsake</h1>';
	if ( is_array( $notice ) ) {
		$texts = array(
			'connected' => array( 'success', __( 'Connected. The first check of all products has begun; hearts and alert buttons are on your pages.', 'keepsake' ) ),
			'done'      => array( 'success', __( 'All products were checked.', 'keepsake' ) ),
			'going on'  => array( 'info', __( 'The check of all products has begun and goes on in the background. The state below shows when it has ended.', 'keepsake' ) ),
			'busy'      => array( 'info', __( 'A check of all products is already running.', 'keepsake' ) ),
		);
		[ $kind, $text ] = $texts[ $notice[0] ] ?? array( 'error', $notice[1] );
		printf( '<div class="notice notice-%s"><p>%s</p></div>', esc_attr( $kind ), esc_html( $text ) );
	}
	print_connect_form();
	if ( is_connected() ) {
		print_status();
	}
	echo '</div>';
}

function print_connect_form(): void {
	printf( '<form method="post" action="%s"><input type="hidden" name="action" value="keepsake_connect">', esc_url( admin_url( 'admin-post.php' ) ) );
	wp_nonce_field( 'keepsake_connect' );
	echo '<table class="form-table" role="presentation">';
	$fields = array(
		'url'    => array( __( 'Address of Keepsake', 'keepsake' ), 'url' ),
		'pid'    => array( __( 'Store id', 'keepsake' ), 'text' ),
		'key'    => array( __( 'API key', 'keepsake' ), 'password' ),
		'secret' => array( __( 'Identity secret (optional)', 'keepsake' ), 'password' ),
	);
	foreach ( $fields as $name => [ $label, $type ] ) {
		$is_secret  = $type === 'password';
		$is_defined = defined( CONSTANTS[ $name ] );
		printf(
			'<tr><th scope="row"><label for="keepsake-%1$s">%2$s</label></th><td><input id="keepsake-%1$s" name="%1$s" type="%3$s" class="regular-text" autocomplete="off" value="%4$s" placeholder="%5$s"%6$s></td></tr>',
			esc_attr( $name ),
			esc_html( $label ),
			esc_attr( $type ),
			esc_attr( $is_secret ? '' : setting( $name ) ),
			esc_attr( $is_secret && setting( $name ) !== '' ? __( 'stored', 'keepsake' ) : '' ),
			$is_defined ? ' disabled' : ''
		);
	}
	printf(
		'<tr><th scope="row">%s</th><td><label><input name="page_cache" type="checkbox" value="1"%s> %s</label></td></tr></table>',
		esc_html__( 'Page cache', 'keepsake' ),
		checked( has_page_cache(), true, false ),
		esc_html__( 'My page cache also serves logged-in customers. (Each page then asks your server who is logged in.)', 'keepsake' )
	);
	submit_button( __( 'Connect', 'keepsake' ) );
	echo '</form>';
}

function print_status(): void {
	$state = state();
	$last  = $state['last'] ?? null;
	$rows  = array(
		__( 'Last check of all products', 'keepsake' ) => $last
			/* translators: 1: a time, 2: how many products, 3: how many quantities */
			? sprintf( __( '%1$s: %2$d products, %3$d quantities were wrong', 'keepsake' ), $last['finished_at'], $last['checked'], $last['corrected'] )
			: __( 'not yet', 'keepsake' ),
		__( 'Changes that wait to be sent', 'keepsake' ) => (string) count_pending(),
		__( 'Problem', 'keepsake' ) => ( $state['problem'] ?? '' ) !== '' ? $state['problem'] : __( 'none', 'keepsake' ),
	);
	echo '<h2>' . esc_html__( 'State', 'keepsake' ) . '</h2><table class="widefat striped"><tbody>';
	foreach ( $rows as $label => $value ) {
		printf( '<tr><th scope="row">%s</th><td>%s</td></tr>', esc_html( $label ), esc_html( $value ) );
	}
	printf( '</tbody></table><form method="post" action="%s"><input type="hidden" name="action" value="keepsake_check">', esc_url( admin_url( 'admin-post.php' ) ) );
	wp_nonce_field( 'keepsake_check' );
	submit_button( __( 'Check all products now', 'keepsake' ), 'secondary' );
	echo '</form>';
}
