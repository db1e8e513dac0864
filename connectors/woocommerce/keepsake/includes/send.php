<?php
namespace Keepsake\Shop;

defined( 'ABSPATH' ) || exit;

const PAGE              = 100;
const ORDERS_OF_CALL    = 50;
const VARIANTS_OF_CALL  = 200;
const SEND_SECONDS      = 20;
const RETRY_SECONDS     = 30;
const RETRY_SECONDS_MAX = 900;
const REPORT_SECONDS    = 30;
/** Keepsake reads no longer text. */
const PROBLEM_MAX       = 500;
/** Each kind has an event and a count of failures of its own, so that refused orders hold back no stock. Stock goes first. */
const EVENTS            = array(
	PRODUCT => 'keepsake_send',
	ORDER   => 'keepsake_send_orders',
);

/** At the end of each request: stores what changed, and sends it if nobody waits for this process any more. */
function end_request(): void {
	$kinds = store_notes();
	// While Keepsake does not take a kind, no process of the shop waits for it. The next event tries again.
	$now = array_filter( $kinds, fn( string $kind ) => failures_of( $kind ) === 0 );
	if ( $now !== array() && ! end_response() ) {
		$now = array();
	}
	foreach ( array_diff( $kinds, $now ) as $kind ) {
		send_later( $kind, 0 );
	}
	foreach ( $now as $kind ) {
		send_kind( $kind );
	}
}

/** Lets the browser go. Returns whether that was possible; without PHP-FPM or LiteSpeed it is only possible where there is
 *  no browser. A shopper at the checkout never waits for Keepsake. */
function end_response(): bool {
	if ( wp_doing_cron() || PHP_SAPI === 'cli' ) {
		return true;
	}
	foreach ( array( 'fastcgi_finish_request', 'litespeed_finish_request' ) as $finish ) {
		if ( function_exists( $finish ) ) {
			return (bool) $finish();
		}
	}
	return false;
}

function send_later( string $kind, int $seconds ): void {
	if ( ! wp_next_scheduled( EVENTS[ $kind ] ) ) {
		wp_schedule_single_event( time() + $seconds, EVENTS[ $kind ] );
	}
}

/** Sends the whole queue. What could not be sent stays in it and is tried again. */
function send_pending(): void {
	array_map( __NAMESPACE__ . '\\send_kind', array_keys( EVENTS ) );
}

function send_pending_products(): void {
	send_kind( PRODUCT );
}

function send_pending_orders(): void {
	send_kind( ORDER );
}

/** For how long one process sends. The page that it has begun comes on top. */
function send_seconds(): float {
	return (float) apply_filters( 'keepsake_send_seconds', SEND_SECONDS );
}

/** Sends what waits of this kind, for at most `send_seconds`. */
function send_kind( string $kind ): void {
	$until  = microtime( true ) + send_seconds();
	$last   = null;
	$unread = array();
	while ( is_connected() && $entries = find_pending( $kind, PAGE, $last ) ) {
		$last = end( $entries );
		$ids  = array_map( fn( $entry ) => (int) $entry->id, $entries );
		try {
			if ( $kind === PRODUCT ) {
				// One that cannot be read leaves the queue: the next reconcile reads it again.
				send_products( with_variations( $ids ) );
			} else {
				$unread += send_orders( $ids );
			}
		} catch ( \Throwable $failure ) {
			wait_after( $kind, $failure );
			return;
		}
		$sent = array_values( array_filter( $entries, fn( $entry ) => ! isset( $unread[ (int) $entry->id ] ) ) );
		remove_sent( $sent );
		remember_try( $kind, '' );
		if ( $sent !== array() ) {
			report_lag( $sent[0]->added_at );
		}
		if ( microtime( true ) > $until ) {
			send_later( $kind, 0 );
			return;
		}
	}
	remember_try( $kind, '' ); // Also if what was refused was given up meanwhile.
	if ( $kind === ORDER && $unread === array() ) {
		remember_try( unread( ORDER ), '' );
	}
}

/** Returns what was wrong with each order that could not be read. It stays in the queue. */
function send_orders( array $ids ): array {
	forget_read( $ids );
	$orders = array();
	$unread = array();
	foreach ( $ids as $id ) {
		try {
			$orders[] = order_record( $id );
		} catch ( \Throwable $failure ) {
			$unread[ $id ] = describe( $failure );
		}
	}
	tell_unread( ORDER, $unread );
	send_in_batches( '/storeadmin/v3/orders/report', 'orders', array_values( array_filter( $orders ) ), ORDERS_OF_CALL );
	return $unread;
}

/** The variations of a product may sell the product's own units, so they change with it. */
function with_variations( array $ids ): array {
	forget_read( $ids );
	$unread = array();
	foreach ( $ids as $id ) {
		try {
			$product = wc_get_product( $id );
			if ( $product && $product->is_type( 'variable' ) ) {
				$ids = array_merge( $ids, $product->get_children() );
			}
		} catch ( \Throwable $failure ) {
			$unread[ $id ] = describe( $failure );
		}
	}
	tell_unread( PRODUCT, $unread );
	return array_values( array_unique( $ids ) );
}

/** Makes this process read these posts from the database again. WordPress keeps what a process has read until it ends, and an old
 *  quantity with the time of now would hide the newer one. A persistent cache stays: WordPress empties it with each change. */
function forget_read( array $ids ): void {
	if ( wp_cache_supports( 'flush_runtime' ) ) {
		wp_cache_flush_runtime();
	} else {
		forget_posts( $ids );
	}
}

/** For a persistent cache that cannot forget only what this process has read. */
function forget_posts( array $ids ): void {
	$all = array_unique( array_filter( array_merge( $ids, array_map( 'wp_get_post_parent_id', $ids ) ) ) );
	foreach ( array( 'posts', 'post_meta' ) as $group ) {
		wp_cache_delete_multiple( $all, $group );
	}
}

/** Reads and sends these products, for this reconcile or for none (0). Returns how many quantities were wrong in Keepsake. A
 *  product that is gone has 0 units. */
function send_products( array $ids, int $run = 0 ): int {
	$corrected = 0;
	foreach ( array_chunk( $ids, PAGE ) as $page ) {
		// Before the stock is read: Keepsake ignores a report that is older than the one it has.
		$at = database_time();
		forget_read( $page );
		_prime_post_caches( $page );
		$variants = array();
		$levels   = array();
		$missing  = array();
		$unread   = array();
		foreach ( $page as $id ) {
			try {
				$product = wc_get_product( $id );
				if ( ! $product ) {
					$missing[] = $id;
					continue;
				}
				// The stock first: it is also right where the price cannot be read.
				$levels[] = level_of( $id, quantity_of( $product ), $at );
				if ( is_published( $product ) ) {
					$variants[] = variant_of( $product );
				}
			} catch ( \Throwable $failure ) {
				$unread[ $id ] = describe( $failure );
			}
		}
		$existing = find_existing( $missing );
		$gone     = array_diff( $missing, $existing );
		foreach ( $gone as $id ) {
			$levels[] = level_of( $id, 0, $at );
		}
		tell_unread( PRODUCT, $unread + array_fill_keys( $existing, __( 'WooCommerce does not load it', 'keepsake' ) ) );
		note_sent( array_diff( $page, $gone ), $run );
		send_in_batches( '/storeadmin/v3/catalog/upsert', 'variants', $variants, VARIANTS_OF_CALL );
		$corrected += send_in_batches( '/storeadmin/v3/inventory/set', 'levels', $levels, VARIANTS_OF_CALL, 'corrected' );
		forget_sent( $gone );
	}
	return $corrected;
}

function level_of( int $id, int $quantity, string $at ): array {
	return array(
		'epi'        => (string) $id,
		'quantity'   => $quantity,
		'occurredAt' => $at,
	);
}

/** Tries again later: when Keepsake says so, or after a pause that doubles up to 15 minutes. */
function wait_after( string $kind, \Throwable $failure ): void {
	send_later( $kind, remember_failure( $kind, $failure ) );
}

/** Remembers that sending or the reconcile failed. Returns after how many seconds it is tried again. */
function remember_failure( string $of, \Throwable $failure ): int {
	$failures   = failures_of( $of );
	$is_refused = $failure instanceof Refused;
	if ( ! $is_refused ) {
		error_log( 'Keepsake: ' . describe( $failure ) );
	}
	remember_try( $of, describe( $failure ) );
	return max( $is_refused ? $failure->wait_seconds : 0, min( RETRY_SECONDS_MAX, RETRY_SECONDS * 2 ** min( 10, $failures ) ) );
}

/** Reports the longest time since the last report between a change in the shop and Keepsake's answer. */
function report_lag( string $changed_at ): void {
	$state  = state();
	$now    = database_time();
	$lag    = milliseconds( $now ) - milliseconds( "{$changed_at}Z" );
	$longest = max( 0, $lag, (int) ( $state['lag'] ?? 0 ) );
	if ( time() - (int) ( $state['reported_at'] ?? 0 ) < REPORT_SECONDS ) {
		remember( array( 'lag' => $longest ) );
		return;
	}
	remember( array( 'lag' => 0, 'reported_at' => time() ) );
	report_health( array( 'event' => array( 'at' => $now, 'lagMs' => $longest ) ) );
}

function milliseconds( string $time ): int {
	return (int) ( new \DateTimeImmutable( $time ) )->format( 'Uv' );
}

/** Tells Keepsake how this connection does. Nothing depends on it, so a failure changes nothing. */
function report_health( array $fields ): void {
	try {
		$shop = array(
			'name'     => 'woocommerce',
			'version'  => VERSION,
			'shop'     => home_url(),
			'reserves' => false,
			'problem'  => mb_substr( state()['problem'] ?? '', 0, PROBLEM_MAX ) ?: null,
		);
		call_keepsake( '/storeadmin/v3/connectors/report', $shop + $fields );
	} catch ( Refused ) {
		return;
	}
}
