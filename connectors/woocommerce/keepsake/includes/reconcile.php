<?php
/** Every 15 minutes, all products are read and sent again. That finds what a hook never said: a change in the database, an
 *  import that switches hooks off, a crash. */

namespace Keepsake\Shop;

defined( 'ABSPATH' ) || exit;

const RECONCILE_SECONDS = 900;
/** Orders that changed while the last reconcile ran are looked at again. */
const OVERLAP_SECONDS   = 300;

function start(): void {
	create_tables();
	if ( ! wp_next_scheduled( 'keepsake_reconcile' ) ) {
		wp_schedule_event( time(), 'keepsake_reconcile', 'keepsake_reconcile' );
	}
}

function stop(): void {
	foreach ( array( 'keepsake_reconcile', 'keepsake_reconcile_more', ...array_values( EVENTS ) ) as $event ) {
		wp_clear_scheduled_hook( $event );
	}
}

function add_cron_schedule( array $schedules ): array {
	$schedules['keepsake_reconcile'] = array(
		'interval' => max( 60, (int) apply_filters( 'keepsake_reconcile_seconds', RECONCILE_SECONDS ) ),
		'display'  => 'Keepsake',
	);
	return $schedules;
}

/** Also runs as `keepsake_reconcile_more`, because WordPress refuses a single event near a recurring one of the same name.
 *  Goes on with the reconcile that is under way, or begins one. A host may stop a process after 30 seconds, so it works for
 *  20 and leaves the rest to the next event.
 *
 *  @return string 'done', 'going on' (the next event does the rest), 'busy' (another process is at it) or 'failed'. */
function reconcile(): string {
	if ( ! is_connected() ) {
		return 'failed';
	}
	$lock = take_lock();
	if ( $lock === '' ) {
		return 'busy';
	}
	wp_cache_delete( STATE, 'options' ); // Another process may have gone on since this one read it.
	try {
		send_pending();
		return reconcile_pages( $lock );
	} catch ( \Throwable $failure ) {
		wp_schedule_single_event( time() + remember_failure( 'reconcile', $failure ), 'keepsake_reconcile_more' );
		return 'failed';
	} finally {
		release_lock( $lock );
	}
}

function reconcile_pages( string &$lock ): string {
	$until = microtime( true ) + send_seconds();
	$run   = ( state()['run'] ?? array() ) + array(
		'number'     => next_run(),
		'started_at' => gmdate( 'c' ),
		'unread'     => failures_of( unread( PRODUCT ) ),
		'after'      => 0,
		'checked'    => 0,
		'corrected'  => 0,
	);
	// At last those that were sent once and are no longer among the products.
	while ( $ids = find_product_ids( $run['after'] ) ?: find_unseen( $run['number'] ) ) {
		$run['corrected'] += send_products( $ids, $run['number'] );
		$run['checked']   += count( $ids );
		$run['after']      = max( $run['after'], ...$ids );
		$lock              = refresh_lock( $lock );
		if ( $lock === '' ) {
			return 'busy'; // The state belongs to the other process now.
		}
		remember( array( 'run' => $run ) );
		remember_try( 'reconcile', '' );
		if ( microtime( true ) > $until ) {
			wp_schedule_single_event( time(), 'keepsake_reconcile_more' );
			return 'going on';
		}
	}
	remove_old_orders();
	note_orders_since( strtotime( state()['last']['started_at'] ?? $run['started_at'] ) - OVERLAP_SECONDS );
	send_pending();

	$last = array(
		'started_at'  => $run['started_at'],
		'finished_at' => gmdate( 'c' ),
		'checked'     => $run['checked'],
		'corrected'   => $run['corrected'],
	);
	remember( array( 'run' => null, 'last' => $last ) );
	remember_try( 'reconcile', '' ); // Also if there are no products.
	if ( failures_of( unread( PRODUCT ) ) === $run['unread'] ) {
		remember_try( unread( PRODUCT ), '' ); // All were read since this reconcile began.
	}
	report_health(
		array(
			'reconcile' => array(
				'startedAt'  => $last['started_at'],
				'finishedAt' => $last['finished_at'],
				'checked'    => $last['checked'],
				'corrected'  => $last['corrected'],
			),
		)
	);
	return 'done';
}

/** Products and variations in the order of their numbers, also those that are not published: they have 0 units. */
function find_product_ids( int $after ): array {
	global $wpdb;
	return read_numbers(
		$wpdb->prepare(
			"select ID from {$wpdb->posts}
			where post_type in ('product', 'product_variation') and post_status <> 'auto-draft' and ID > %d
			order by ID limit %d",
			$after,
			PAGE
		)
	);
}
