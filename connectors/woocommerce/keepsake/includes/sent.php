<?php
/**
 * The products that Keepsake knows: a table with the number of each one that was sent, and the reconcile that saw it last. A
 * product that was deleted without a hook is no longer among the posts, and is found only here.
 */

namespace Keepsake\Shop;

defined( 'ABSPATH' ) || exit;

function sent_table(): string {
	global $wpdb;
	return $wpdb->prefix . 'keepsake_sent';
}

function create_sent(): void {
	global $wpdb;
	$wpdb->query(
		'create table if not exists ' . sent_table() . " (
			id bigint unsigned not null primary key,
			run int unsigned not null,
			key run (run)
		) {$wpdb->get_charset_collate()}"
	);
}

/** A number that no reconcile has had whose products are still in the table. */
function next_run(): int {
	return 1 + ( read_numbers( 'select coalesce(max(run), 0) from ' . sent_table() )[0] ?? 0 );
}

/** Notes that Keepsake knows these products, and that this reconcile saw them; 0 outside of one. */
function note_sent( array $ids, int $run ): void {
	global $wpdb;
	if ( $ids !== array() ) {
		$rows = implode( ', ', array_map( fn( int $id ) => "($id, $run)", $ids ) );
		$wpdb->query( 'insert into ' . sent_table() . " (id, run) values $rows on duplicate key update run = greatest(run, $run)" );
		expect_database();
	}
}

/** Products that were sent once, and that this reconcile has not seen. */
function find_unseen( int $run ): array {
	return read_numbers( 'select id from ' . sent_table() . " where run < $run order by run, id limit " . PAGE );
}

function forget_sent( array $ids ): void {
	global $wpdb;
	if ( $ids !== array() ) {
		$wpdb->query( 'delete from ' . sent_table() . ' where id in (' . implode( ', ', $ids ) . ')' );
		expect_database();
	}
}

/** Which of these products the database still has. */
function find_existing( array $ids ): array {
	global $wpdb;
	if ( $ids === array() ) {
		return array();
	}
	return read_numbers( "select ID from {$wpdb->posts} where post_type in ('product', 'product_variation') and ID in (" . implode( ', ', $ids ) . ')' );
}

function read_numbers( string $query ): array {
	global $wpdb;
	$numbers = array_map( 'intval', $wpdb->get_col( $query ) );
	expect_database();
	return $numbers;
}

/**
 * WordPress answers a query that fails with nothing, as if all products were gone.
 *
 * @throws \RuntimeException When the last query failed.
 */
function expect_database(): void {
	global $wpdb;
	if ( $wpdb->last_error !== '' ) {
		throw new \RuntimeException( "The database failed: {$wpdb->last_error}" );
	}
}
