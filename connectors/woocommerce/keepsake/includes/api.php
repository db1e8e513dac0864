<?php
namespace Keepsake\Shop;

defined( 'ABSPATH' ) || exit;

const TIMEOUT_SECONDS = 10;
const WAIT_SECONDS_MAX = 900;

/** Keepsake refused a call (its status), or could not be reached (status 0). */
class Refused extends \RuntimeException {
	public function __construct( string $message, public readonly int $status, public readonly int $wait_seconds = 0 ) {
		parent::__construct( $message );
	}

	/** Whether the call itself was wrong, so that sending it again changes nothing. */
	public function is_about_content(): bool {
		return $this->status === 400 || $this->status === 413;
	}
}

/**
 * Calls Keepsake with the store's key and returns the answer.
 *
 * @throws Refused When Keepsake does not answer with 200.
 */
function call_keepsake( string $path, ?array $body = null, ?array $connection = null ): array {
	$connection ??= array(
		'url' => setting( 'url' ),
		'pid' => setting( 'pid' ),
		'key' => setting( 'key' ),
	);
	$answer       = wp_remote_request(
		$connection['url'] . $path,
		array(
			'method'      => $body === null ? 'GET' : 'POST',
			'timeout'     => TIMEOUT_SECONDS,
			'redirection' => 0,
			'user-agent'  => 'keepsake-woocommerce/' . VERSION,
			'headers'     => array(
				'Authorization' => 'Basic ' . base64_encode( $connection['pid'] . ':' . $connection['key'] ),
				'Content-Type'  => 'application/json',
			),
			'body'        => $body === null ? null : wp_json_encode( $body, JSON_UNESCAPED_UNICODE | JSON_UNESCAPED_SLASHES | JSON_INVALID_UTF8_SUBSTITUTE ),
		)
	);
	if ( is_wp_error( $answer ) ) {
		throw new Refused( $answer->get_error_message(), 0 );
	}
	$status = (int) wp_remote_retrieve_response_code( $answer );
	$fields = json_decode( wp_remote_retrieve_body( $answer ), true );
	if ( $status !== 200 || ! is_array( $fields ) ) {
		$message = is_array( $fields ) && is_string( $fields['msg'] ?? null ) ? $fields['msg'] : 'The server did not answer like Keepsake. Check the address, or try again in a minute.';
		$wait    = (int) wp_remote_retrieve_header( $answer, 'retry-after' );
		throw new Refused( "$status: $message", $status, max( 0, min( WAIT_SECONDS_MAX, $wait ) ) );
	}
	return $fields;
}

/**
 * Sends a list in calls of at most `$max` entries and adds up a count of the answers. When Keepsake refuses the content of a
 * call, the list is halved until the entry that is wrong is alone. It is left out, so that it holds up nothing else.
 *
 * @throws Refused For any other refusal.
 */
function send_in_batches( string $path, string $field, array $entries, int $max, string $count = '' ): int {
	$sum = 0;
	foreach ( array_chunk( $entries, $max ) as $batch ) {
		try {
			$sum += (int) ( call_keepsake( $path, array( $field => $batch ) )[ $count ] ?? 0 );
		} catch ( Refused $refused ) {
			if ( ! $refused->is_about_content() ) {
				throw $refused;
			}
			if ( count( $batch ) > 1 ) {
				$sum += send_in_batches( $path, $field, $batch, intdiv( count( $batch ) + 1, 2 ), $count );
			} else {
				$id = $batch[0]['epi'] ?? $batch[0]['id'] ?? '';
				error_log( "Keepsake did not take number $id: {$refused->getMessage()}" );
			}
		}
	}
	return $sum;
}
