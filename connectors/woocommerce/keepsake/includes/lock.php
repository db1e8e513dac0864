<?php
/** Two processes do not reconcile at once. The lock is an option, with the time and the secret of its owner; not by WordPress's
 *  own functions, which ask their cache first. */

namespace Keepsake\Shop;

defined( 'ABSPATH' ) || exit;

/** The lock of a process that has not refreshed it for this long is free. A page usually takes less. */
const LOCK_SECONDS = 120;

/** Returns what its owner refreshes and releases it with, or an empty text if another process has it. */
function take_lock(): string {
	global $wpdb;
	$wpdb->query( $wpdb->prepare( "delete from {$wpdb->options} where option_name = 'keepsake_lock' and cast(substring_index(option_value, ' ', 1) as unsigned) < %d", time() - LOCK_SECONDS ) );
	$lock = new_lock();
	return 1 === $wpdb->query( $wpdb->prepare( "insert ignore into {$wpdb->options} (option_name, option_value, autoload) values ('keepsake_lock', %s, 'no')", $lock ) ) ? $lock : '';
}

/** Returns the lock to go on with, or an empty text if another process has taken it meanwhile. */
function refresh_lock( string $lock ): string {
	global $wpdb;
	$next = new_lock();
	return 1 === $wpdb->query( $wpdb->prepare( "update {$wpdb->options} set option_value = %s where option_name = 'keepsake_lock' and option_value = %s", $next, $lock ) ) ? $next : '';
}

function release_lock( string $lock ): void {
	global $wpdb;
	$wpdb->query( $wpdb->prepare( "delete from {$wpdb->options} where option_name = 'keepsake_lock' and option_value = %s", $lock ) );
}

function new_lock(): string {
	return time() . ' ' . bin2hex( random_bytes( 8 ) );
}
