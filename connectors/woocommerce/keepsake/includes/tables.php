<?php
namespace Keepsake\Shop;

defined( 'ABSPATH' ) || exit;

/** Goes up when a table is added. */
const TABLES_VERSION = 1;

function create_tables(): void {
	create_queue();
	create_sent();
	update_option( 'keepsake_tables', TABLES_VERSION );
}

/** WordPress does not activate a plugin again after an update. */
function update_tables(): void {
	if ( (int) get_option( 'keepsake_tables' ) < TABLES_VERSION ) {
		create_tables();
	}
}
