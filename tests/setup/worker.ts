/**
 * The Worker the tests run inside: their own code calls the shop's routes, nobody fetches this one.
 * What they send to a queue is worked off as in the shop, but for mails: `withMail` is for those.
 */
import { consume } from "../../src/http/queue-consumers.ts";

export default {
	fetch: () => new Response(null, { status: 404 }),
	queue: (batch) => (batch.queue === "cogsmith-mails" ? batch.ackAll() : consume(batch)),
} satisfies ExportedHandler;
