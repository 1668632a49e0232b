/** JSX types of both elements for React: `import type {} from "@cogsmith/widgets/jsx"`. */
import type { DetailedHTMLProps, HTMLAttributes } from "react";

interface Common {
	partner?: string;
	theme?: "light" | "dark" | "auto";
	loading?: "lazy" | "eager";
	"heading-level"?: 1 | 2 | 3 | 4 | 5 | 6 | "1" | "2" | "3" | "4" | "5" | "6";
}

type Plain = DetailedHTMLProps<HTMLAttributes<HTMLElement>, HTMLElement>;

declare module "react" {
	namespace JSX {
		interface IntrinsicElements {
			"cogsmith-tool-card": Plain & Common & { "tool-id": string };
			"cogsmith-review-feed": Plain & Common & { limit?: 1 | 2 | 3 | 4 | 5 | 6 };
		}
	}
}
