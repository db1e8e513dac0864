<?php
/**
 * The queue of what changed: a table with the number of each product and order that Keepsake has not been told about. A row
 * leaves it only after Keepsake's answer, so neither a crash nor an outage loses a change, and a product that changed a
 * hundred times is sent once.
 */

namespace Keepsake\Shop;

defined( 'ABSPATH' ) || exit;

const PRODUCT = 'product';
const ORDER   = 'order';

/** An order that could not be reported for this long is given up. */
const ORDER_DAYS = 7;
const NOTES_MAX  = 500;

function queue_table(): string {
	global $wpdb;
	return $wpdb->prefix . 'keepsake_queue';
}

function create_queue(): void {
	global $wpdb;
	$wpdb->query(
		'create table if not exists ' . queue_table() . " (
			kind varchar(10) not null,
			id bigint unsigned not null,
			version int unsigned not null default 1,
			added_at datetime(3) not null,
			primary key (kind, id),
			key added_at (added_at)
		) {$wpdb->get_charset_collate()}"
	);
}

/** The database's clock, in UTC. All web servers of a shop share it. */
function database_time(): string {
	global $wpdb;
	return str_replace( ' ', 'T', $wpdb->get_var( 'select utc_timestamp(3)' ) ) . 'Z';
}

/** @param \WC_Product|int $product WooCommerce's hooks name the product or only its number. */
function note_product( $product ): void {
	note( PRODUCT, is_object( $product ) ? $product->get_id() : (int) $product );
}

function note_post( $id ): void {
	if ( in_array( get_post_type( $id ), array( 'product', 'product_variation' ), true ) && get_post_status( $id ) !== 'auto-draft' ) {
		note( PRODUCT, (int) $id );
	}
}

function note_order( $id ): void {
	note( ORDER, (int) $id );
}

function note( string $kind, int $id ): void {
	if ( $id > 0 && is_connected() ) {
		$notes = noted( array( $kind => array( $id => true ) ) );
		if ( count( $notes, COUNT_RECURSIVE ) > NOTES_MAX ) {
			store_notes();
		}
	}
}

/** The notes of this request. `$more` are added; null forgets all. */
function noted( ?array $more = array() ): array {
	static $notes = array();

	$notes = $more === null ? array() : array_replace_recursive( $notes, $more );
	return $notes;
}

/** Moves the notes of this request into the queue. Returns their kinds, in the order in which they are sent. */
function store_notes(): array {
	global $wpdb;
	$notes = noted();
	$rows  = array();
	foreach ( $notes as $kind => $ids ) {
		foreach ( array_keys( $ids ) as $id ) {
			$rows[] = $wpdb->prepare( '(%s, %d, utc_timestamp(3))', $kind, $id );
		}
	}
	noted( null );
	foreach ( array_chunk( $rows, NOTES_MAX ) as $some ) {
		$wpdb->query(
			'insert into ' . queue_table() . ' (kind, id, added_at) values ' . implode( ', ', $some ) . '
			on duplicate key update version = version + 1'
		);
	}
	return array_values( array_intersect( array( PRODUCT, ORDER ), array_keys( $notes ) ) );
}

/** The entries of this kind that have waited longest, or the next ones after `$last`. */
function find_pending( string $kind, int $limit, ?object $last = null ): array {
	global $wpdb;
	$more = $last ? $wpdb->prepare( 'and (added_at > %s or added_at = %s and id > %d)', $last->added_at, $last->added_at, $last->id ) : '';
	return $wpdb->get_results( $wpdb->prepare( 'select kind, id, version, added_at from ' . queue_table() . " where kind = %s $more order by added_at, id limit %d", $kind, $limit ) );
}

function count_pending(): int {
	global $wpdb;
	return (int) $wpdb->get_var( 'select count(*) from ' . queue_table() );
}

/** An entry that changed since it was read stays, also if another process removed it in between and it came back. */
function remove_sent( array $entries ): void {
	global $wpdb;
	foreach ( $entries as $entry ) {
		$wpdb->delete(
			queue_table(),
			array(
				'kind'     => $entry->kind,
				'id'       => $entry->id,
				'version'  => $entry->version,
				'added_at' => $entry->added_at,
			)
		);
	}
}

function remove_old_orders(): void {
	global $wpdb;
	$wpdb->query( $wpdb->prepare( 'delete from ' . queue_table() . ' where kind = %s and added_at < utc_timestamp(3) - interval %d day', ORDER, ORDER_DAYS ) );
}
