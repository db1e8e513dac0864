<?php
namespace Keepsake\Shop;

defined( 'ABSPATH' ) || exit;

/** The quantity of a product whose stock the shop does not count: there is always enough. */
const UNTRACKED    = 1_000_000;
const QUANTITY_MAX = 1_000_000_000;
const PRICE_MAX    = 9_999_999_999;

/** How many units a shopper can have now. Units that the shop would first have to order (backorders) are not there. */
function quantity_of( \WC_Product $product ): int {
	if ( ! is_published( $product ) || $product->get_stock_status() === 'outofstock' ) {
		return 0;
	}
	// For a variation without a stock of its own, these are the units of its product.
	if ( $product->managing_stock() ) {
		return (int) max( 0, min( QUANTITY_MAX, floor( (float) $product->get_stock_quantity() ) ) );
	}
	return $product->get_stock_status() === 'onbackorder' ? 0 : UNTRACKED;
}

function is_published( \WC_Product $product ): bool {
	$parent = $product->get_parent_id();
	return $product->get_status() === 'publish' && ( ! $parent || get_post_status( $parent ) === 'publish' );
}

/** The product as Keepsake's catalogue stores it. */
function variant_of( \WC_Product $product ): array {
	$is_variation = $product->is_type( 'variation' );
	$main_id      = $is_variation ? $product->get_parent_id() : $product->get_id();
	[ $price, $regular ] = without_shopper(
		fn() => array(
			price_of( $product, $product->get_price( 'edit' ) ),
			price_of( $product, $product->get_regular_price( 'edit' ) ),
		)
	);
	$image        = $product->get_image_id() ? wp_get_attachment_image_url( (int) $product->get_image_id(), 'woocommerce_single' ) : false;
	$tags         = wp_get_post_terms( $main_id, 'product_tag', array( 'fields' => 'names' ) );
	return array(
		'epi'            => (string) $product->get_id(),
		'empi'           => (string) $main_id,
		'dt'             => shorten( $product->get_title() ),
		'vi'             => $is_variation ? shorten( wc_get_formatted_variation( $product, true, false ) ) : null,
		'sku'            => shorten( (string) $product->get_sku() ),
		'du'             => link_of( get_permalink( $main_id ) ),
		'uri'            => link_of( $is_variation ? $product->get_permalink() : '' ),
		'iu'             => link_of( $image ) ?: null,
		'pr'             => $price,
		'compareAtPrice' => $regular !== null && $price !== null && $regular > $price ? $regular : null,
		'currency'       => (string) get_option( 'woocommerce_currency' ),
		'tags'           => is_array( $tags ) ? array_map( fn( $tag ) => mb_substr( $tag, 0, 64 ), array_slice( $tags, 0, 50 ) ) : array(),
	);
}

/** Runs this as for a visitor from the shop's own address. The process that sends may be the checkout of a shopper who pays no
 *  tax, and the next one has no shopper at all: the price would seem to drop and to rise again. */
function without_shopper( callable $work ) {
	$shop     = WC();
	$customer = $shop->customer;
	$base     = fn() => array(
		$shop->countries->get_base_country(),
		$shop->countries->get_base_state(),
		$shop->countries->get_base_postcode(),
		$shop->countries->get_base_city(),
	);
	$shop->customer = null;
	add_filter( 'woocommerce_get_tax_location', $base, PHP_INT_MAX );
	try {
		return $work();
	} finally {
		remove_filter( 'woocommerce_get_tax_location', $base, PHP_INT_MAX );
		$shop->customer = $customer;
	}
}

/** As the shop shows it: with or without tax. */
function price_of( \WC_Product $product, $price ): ?float {
	if ( ! is_numeric( $price ) ) {
		return null;
	}
	$shown = (float) wc_get_price_to_display( $product, array( 'price' => $price ) );
	return round( max( 0, min( PRICE_MAX, $shown ) ), 4 );
}

function shorten( string $text ): string {
	return mb_substr( trim( html_entity_decode( wp_strip_all_tags( $text ), ENT_QUOTES, 'UTF-8' ) ), 0, 255 );
}

function link_of( $url ): string {
	return is_string( $url ) && preg_match( '#^https?://#', $url ) && strlen( $url ) <= 2048 ? $url : '';
}
