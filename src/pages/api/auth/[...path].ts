import type { APIRoute } from "astro";
import { answerAuth } from "../../../platform/identity.ts";

export const ALL: APIRoute = ({ request }) => answerAuth(request);
