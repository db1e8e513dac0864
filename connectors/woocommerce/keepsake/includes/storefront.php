<?php
namespace Keepsake\Shop;

defined( 'ABSPATH' ) || exit;

/** Each shortcode is an element of the same name. */
const SHORTCODES = array(
	'keepsake_lists'           => 'keepsake-lists',
	'keepsake_drawer'          => 'keepsake-drawer',
	'keepsake_saved_for_later' => 'keepsake-saved-for-later',
	'keepsake_shared_list'     => 'keepsake-shared-list',
);

function print_script(): void {
	if ( ! is_connected() ) {
		return;
	}
	$attributes = array(
		'async'    => true,
		'src'      => setting( 'url' ) . '/keepsake.js',
		'data-pid' => setting( 'pid' ),
	);
	$shared     = page_url( 'shared_page' );
	if ( $shared !== '' ) {
		$attributes['data-share'] = $shared;
	}
	$has_accounts = setting( 'secret' ) !== '';
	if ( $has_accounts && has_page_cache() ) {
		wp_print_inline_script_tag( token_script() );
	} elseif ( $has_accounts ) {
		$attributes['data-token'] = login_token();
	}
	wp_print_script_tag( $attributes );
	echo '<style>keepsake-heart{display:inline-block;inline-size:2.75rem;block-size:2.75rem;vertical-align:middle}keepsake-notify-me{display:block;min-block-size:2.75rem}keepsake-notify-me[available="true"]{display:none}</style>';
}

/** Hearts and lists wait for the token. An empty one, also after a failure, logs out; a guest keeps what they saved. */
function token_script(): string {
	return '(window.KeepsakeCallbacks ||= []).push((keepsake) => {
	const fetchToken = async () => {
		const answer = await fetch(' . wp_json_encode( admin_url( 'admin-ajax.php', 'relative' ) ) . ', {
			method: "POST",
			headers: { "x-requested-with": "keepsake" },
			body: new URLSearchParams({ action: "keepsake_token" }),
			signal: AbortSignal.timeout(5000),
		});
		return answer.ok ? answer.text() : "";
	};
	keepsake.login(fetchToken().catch(() => ""));
});';
}

function enqueue_shop_script(): void {
	if ( is_connected() ) {
		wp_enqueue_script( 'keepsake-shop', plugins_url( 'assets/shop.js', __DIR__ ), array( 'jquery' ), VERSION, true );
		$cart = class_exists( '\WC_AJAX' ) ? \WC_AJAX::get_endpoint( 'add_to_cart' ) : '';
		wp_add_inline_script( 'keepsake-shop', 'window.keepsakeShop = ' . wp_json_encode( array( 'addToCart' => $cart ) ) . ';', 'before' );
	}
}

function page_url( string $setting ): string {
	$page = (int) ( get_option( SETTINGS, array() )[ $setting ] ?? 0 );
	return $page ? (string) get_permalink( $page ) : '';
}

function heart_of( \WC_Product $product ): string {
	return element( 'keepsake-heart', known_of( $product ) );
}

/** A product with variations shows its alert button when the shopper has chosen one (assets/shop.js). */
function notify_me_of( \WC_Product $product ): string {
	$is_variable = $product->is_type( 'variable' );
	return element(
		'keepsake-notify-me',
		known_of( $product ) + array( 'available' => $is_variable || quantity_of( $product ) > 0 ? 'true' : 'false' )
	);
}

function known_of( \WC_Product $product ): array {
	return array(
		'epi'   => $product->get_id(),
		'empi'  => $product->get_parent_id() ?: $product->get_id(),
		'du'    => $product->get_permalink(),
		'title' => $product->get_title(),
		'image' => wp_get_attachment_image_url( (int) $product->get_image_id(), 'woocommerce_single' ) ?: '',
		'price' => (string) price_of( $product, $product->get_price() ),
	);
}

function element( string $name, array $attributes ): string {
	$html = "<$name";
	foreach ( $attributes as $attribute => $value ) {
		if ( (string) $value !== '' ) {
			$html .= sprintf( ' %s="%s"', $attribute, in_array( $attribute, array( 'du', 'image' ), true ) ? esc_url( $value ) : esc_attr( $value ) );
		}
	}
	return "$html></$name>";
}

function print_product_elements(): void {
	global $product;
	if ( is_connected() && $product instanceof \WC_Product ) {
		echo heart_of( $product ), $product->is_type( array( 'simple', 'variable' ) ) ? notify_me_of( $product ) : '';
	}
}

function print_heart_of_loop(): void {
	global $product;
	if ( is_connected() && $product instanceof \WC_Product ) {
		echo heart_of( $product );
	}
}

/** WooCommerce hands this to the page for each variation. Its own `is_in_stock` counts backorders. */
function add_availability( array $data, $product, \WC_Product $variation ): array {
	$data['keepsake'] = array(
		'epi'       => (string) $variation->get_id(),
		'variant'   => shorten( wc_get_formatted_variation( $variation, true, false ) ),
		'price'     => (string) price_of( $variation, $variation->get_price() ),
		'available' => quantity_of( $variation ) > 0,
	);
	return $data;
}

function add_shortcodes(): void {
	foreach ( SHORTCODES as $shortcode => $name ) {
		add_shortcode( $shortcode, fn() => is_connected() ? element( $name, array( 'currency' => get_woocommerce_currency(), 'cart' => 'cart' ) ) : '' );
	}
	// For page builders, whose product pages do not run WooCommerce's hooks.
	add_shortcode(
		'keepsake_product',
		function () {
			ob_start();
			print_product_elements();
			return ob_get_clean();
		}
	);
}
