<?php
/**
 * Plugin Name: Keepsake
 * Description: Wishlists, save for later and back-in-stock alerts for WooCommerce, with your own Keepsake service.
 * Version: 0.1.0
 * Requires at least: 6.1
 * Requires PHP: 8.1
 * Requires Plugins: woocommerce
 * License: Apache-2.0
 * Text Domain: keepsake
 *
 * Every hook of the plugin is in this file. What the hooks do is in includes/.
 */

namespace Keepsake\Shop;

defined( 'ABSPATH' ) || exit;

const VERSION = '0.1.0';

foreach ( array( 'settings', 'api', 'failures', 'queue', 'sent', 'tables', 'products', 'orders', 'send', 'lock', 'reconcile', 'token', 'storefront', 'connect', 'admin-page' ) as $part ) {
	require_once __DIR__ . "/includes/$part.php";
}

register_activation_hook( __FILE__, __NAMESPACE__ . '\\start' );
register_deactivation_hook( __FILE__, __NAMESPACE__ . '\\stop' );

$hooks = array(
	// Stock and products. A hook notes only which product it was about; the stock is read when it is sent.
	'woocommerce_product_set_stock'          => 'note_product',
	'woocommerce_variation_set_stock'        => 'note_product',
	'woocommerce_product_set_stock_status'   => 'note_product',
	'woocommerce_variation_set_stock_status' => 'note_product',
	'woocommerce_new_product'                => 'note_product',
	'woocommerce_update_product'             => 'note_product',
	'woocommerce_new_product_variation'      => 'note_product',
	'woocommerce_update_product_variation'   => 'note_product',
	'trashed_post'                           => 'note_post',
	'untrashed_post'                         => 'note_post',
	'before_delete_post'                     => 'note_post',
	'save_post_product'                      => 'note_post',
	// Orders.
	'woocommerce_order_status_processing'    => 'note_order',
	'woocommerce_order_status_completed'     => 'note_order',
	'woocommerce_order_status_cancelled'     => 'note_order',
	'woocommerce_order_status_refunded'      => 'note_order',
	// Sending.
	'keepsake_send'                          => 'send_pending_products',
	'keepsake_send_orders'                   => 'send_pending_orders',
	'keepsake_reconcile'                     => 'reconcile',
	'keepsake_reconcile_more'                => 'reconcile',
	// The shop's pages.
	'wp_head'                                => 'print_script',
	'wp_enqueue_scripts'                     => 'enqueue_shop_script',
	'woocommerce_after_shop_loop_item'       => 'print_heart_of_loop',
	'wp_ajax_keepsake_token'                 => 'answer_token',
	'wp_ajax_nopriv_keepsake_token'          => 'answer_token',
	// wp-admin.
	'admin_menu'                             => 'add_admin_page',
	'admin_post_keepsake_connect'            => 'handle_connect',
	'admin_post_keepsake_check'              => 'handle_check',
	'before_woocommerce_init'                => 'declare_compatibility',
	'init'                                   => 'add_shortcodes',
	'wp_loaded'                              => 'update_tables',
);
foreach ( $hooks as $hook => $callback ) {
	add_action( $hook, __NAMESPACE__ . "\\$callback" );
}
// After the add-to-cart form (30). The form's own hooks do not run for a product that is sold out.
add_action( 'woocommerce_single_product_summary', __NAMESPACE__ . '\\print_product_elements', 35 );
// After WooCommerce has stored the session and the answer was printed.
add_action( 'shutdown', __NAMESPACE__ . '\\end_request', 100 );
add_filter( 'woocommerce_available_variation', __NAMESPACE__ . '\\add_availability', 10, 3 );
add_filter( 'cron_schedules', __NAMESPACE__ . '\\add_cron_schedule' );

/** WooCommerce's order tables and the legacy ones are read through the same functions. */
function declare_compatibility(): void {
	if ( class_exists( \Automattic\WooCommerce\Utilities\FeaturesUtil::class ) ) {
		\Automattic\WooCommerce\Utilities\FeaturesUtil::declare_compatibility( 'custom_order_tables', __FILE__, true );
	}
}
