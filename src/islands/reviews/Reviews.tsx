import { useState } from "react";
import { callPage } from "../../http/call.ts";
import * as lists from "../../messages/lists.ts";
import { moderation } from "../../messages/reviews.ts";
import { listModeratedReviewsEndpoint } from "../../shop/reviews/moderation.api.ts";
import {
	type ModeratedReview,
	moderatedPageSize,
	type ReviewView,
} from "../../shop/reviews/moderation.ts";
import type { ListPage } from "../../values/paging.ts";
import { Empty } from "../ui/Empty.tsx";
import { ListView } from "../ui/ListView.tsx";
import { lazyDialog } from "../ui/lazyDialog.tsx";
import type { ListQuery } from "../ui/list-query.ts";
import { useList } from "../ui/useList.ts";
import { ReviewRow } from "./ReviewRow.tsx";
import { useModeration } from "./useModeration.ts";

const HideReview = lazyDialog(() => import("./HideReview.tsx"), "HideReview");
const AnswerReview = lazyDialog(() => import("./AnswerReview.tsx"), "AnswerReview");

/** Each view has one sort only. */
type ReviewSort = "-createdAt";

interface Props {
	view: ReviewView;
	/** Shows the reviews of this tool only. */
	tool?: string;
	/** The page that the server rendered. */
	initialPage: ListPage<ModeratedReview>;
	listQuery: ListQuery<ReviewSort>;
}

/** Reviews to look at: hide, show again, answer, mark as seen. */
export function Reviews({ view, tool, initialPage, listQuery }: Props) {
	const list = useList<ModeratedReview, ReviewSort>({
		fetchPage: ({ limit, cursor }) =>
			callPage(listModeratedReviewsEndpoint, {
				query: { view, limit, ...(tool && { toolId: tool }), ...(cursor && { cursor }) },
			}),
		getId: (review) => review._id,
		listQuery,
		defaultSort: "-createdAt",
		pageSize: moderatedPageSize,
		initialPage,
	});
	const [dialog, setDialog] = useState<{ kind: "hide" | "answer"; review: ModeratedReview }>();
	const close = () => setDialog(undefined);
	const { sending, change } = useModeration(view, list);
	return (
		<>
			<ListView
				list={list}
				itemNames={lists.listedReviews}
				empty={
					<Empty
						picture={view === "all" ? "no-reviews" : "all-done"}
						text={moderation.empty[view]}
						hint={moderation.emptyHint}
					/>
				}
			>
				{(reviews) => (
					<ul className="lines">
						{reviews.map((review) => (
							<ReviewRow
								key={review._id}
								review={review}
								ofTool={tool !== undefined}
								busy={sending}
								onHide={() => setDialog({ kind: "hide", review })}
								onAnswer={() => setDialog({ kind: "answer", review })}
								onChange={change}
							/>
						))}
					</ul>
				)}
			</ListView>
			{dialog?.kind === "hide" && (
				<HideReview review={dialog.review} sending={sending} onChange={change} onClose={close} />
			)}
			{dialog?.kind === "answer" && (
				<AnswerReview review={dialog.review} sending={sending} onChange={change} onClose={close} />
			)}
		</>
	);
}
