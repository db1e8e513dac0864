<?php
defined( 'WP_UNINSTALL_PLUGIN' ) || exit;

global $wpdb;
$wpdb->query( "drop table if exists {$wpdb->prefix}keepsake_queue, {$wpdb->prefix}keepsake_sent" );
foreach ( array( 'keepsake_settings', 'keepsake_state', 'keepsake_lock', 'keepsake_tables' ) as $option ) {
	delete_option( $option );
}
foreach ( array( 'keepsake_reconcile', 'keepsake_reconcile_more', 'keepsake_send', 'keepsake_send_orders' ) as $event ) {
	wp_clear_scheduled_hook( $event );
}
