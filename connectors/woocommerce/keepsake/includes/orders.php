<?php
namespace Keepsake\Shop;

defined( 'ABSPATH' ) || exit;

const LINES_MAX = 200;
const BOUGHT    = array( 'processing', 'completed' );
const UNDONE    = array( 'cancelled', 'refunded' );

/** The order as Keepsake's results count it. Null for an order that is not paid yet, or is gone. */
function order_record( int $id ): ?array {
	$order = wc_get_order( $id );
	if ( ! $order instanceof \WC_Order || ! in_array( $order->get_status(), array_merge( BOUGHT, UNDONE ), true ) ) {
		return null;
	}
	$lines = array();
	foreach ( $order->get_items() as $item ) {
		$epi      = $item->get_variation_id() ?: $item->get_product_id();
		$quantity = (int) $item->get_quantity();
		if ( $epi && $quantity > 0 ) {
			$lines[] = array(
				'epi'      => (string) $epi,
				'quantity' => $quantity,
				'price'    => round( max( 0, (float) $order->get_item_total( $item, true, false ) ), 4 ),
			);
		}
	}
	$created = $order->get_date_created();
	return array_filter(
		array(
			'id'         => (string) $order->get_id(),
			'currency'   => $order->get_currency(),
			'email'      => is_email( $order->get_billing_email() ) ? $order->get_billing_email() : null,
			'occurredAt' => gmdate( 'Y-m-d\TH:i:s\Z', $created ? $created->getTimestamp() : time() ),
			'cancelled'  => in_array( $order->get_status(), UNDONE, true ) ? true : null,
			'lines'      => array_slice( $lines, 0, LINES_MAX ),
		),
		fn( $value ) => $value !== null
	);
}

/** Notes the orders that changed since then, also those whose hook was lost. */
function note_orders_since( int $timestamp ): void {
	$ids = wc_get_orders(
		array(
			'status'        => array_merge( BOUGHT, UNDONE ),
			'date_modified' => '>=' . $timestamp,
			'limit'         => 1000,
			'return'        => 'ids',
		)
	);
	array_map( __NAMESPACE__ . '\\note_order', $ids );
	store_notes();
}
