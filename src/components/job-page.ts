/** The script of a job's page. */
import "./public-page.ts";
import "./fit/kit-to-cart.ts";

document.querySelector(".job-print")?.addEventListener("click", () => print());
