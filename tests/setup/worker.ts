/**
 * The Worker the tests run in. Tests call the shop's routes directly, so it has no fetch handler. Its
 * queues are consumed as in the shop, except for e-mails, which `withMail` handles.
 */
import { consume } from "../../src/worker/queue-consumers.ts";

export default {
	fetch: () => new Response(null, { status: 404 }),
	queue: (batch) => (batch.queue === "cogsmith-mails" ? batch.ackAll() : consume(batch)),
} satisfies ExportedHandler;
