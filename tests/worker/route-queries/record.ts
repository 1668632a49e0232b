/**
 * Sends a request to every route of the built shop, runs every job and delivers a message to every queue,
 * in one scenario. Records their round trips to D1.
 */
import { recordJobsAndQueues } from "./jobs.ts";
import { recordOrders } from "./orders.ts";
import { recordAuth, recordPeople } from "./people.ts";
import { recordAlerts, recordEmbeds, recordFeeds, recordPublicPages } from "./public-pages.ts";
import { createRecorder, type RouteQueries } from "./recorder.ts";
import { recordReturns } from "./returns.ts";
import { recordQuestions, recordReviews } from "./reviews.ts";
import { setUp } from "./scenario.ts";
import { recordCustomerPages, recordSignOut, recordStaffPages } from "./signed-in-pages.ts";
import { recordExports, recordImports, recordTools } from "./tools.ts";

/** Runs the scenario. */
export async function recordRouteQueries(): Promise<RouteQueries> {
	const recorder = await createRecorder();
	const scenario = await setUp(recorder);
	await recordPublicPages(scenario);
	await recordFeeds(scenario);
	await recordEmbeds(scenario);
	await recordAlerts(scenario);
	await recordCustomerPages(scenario);
	await recordStaffPages(scenario);
	const stranger = await recordSignOut(scenario);
	await recordTools(scenario);
	await recordImports(scenario);
	await recordExports(scenario);
	await recordReviews(scenario);
	await recordQuestions(scenario);
	await recordOrders(scenario);
	await recordReturns(scenario);
	await recordPeople(scenario, stranger);
	await recordAuth(scenario);
	await recordJobsAndQueues(scenario);
	return recorder.queries;
}
