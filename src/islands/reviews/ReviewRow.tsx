import * as common from "../../messages/common.ts";
import {
	answerOf,
	hiddenFor,
	moderation,
	ofReviewBy,
	openReports,
	verifiedPurchase,
} from "../../messages/reviews.ts";
import { ratingText } from "../../messages/tool.ts";
import { sitePaths } from "../../paths/site.ts";
import { staffPaths } from "../../paths/staff.ts";
import type { ModeratedReview } from "../../shop/reviews/moderation.ts";
import { maxRating } from "../../shop/reviews/reviews.ts";
import { formatDate } from "../../values/fields.ts";
import { Button } from "../ui/Button.tsx";
import type { ChangeReview } from "./useModeration.ts";

interface Props {
	review: ModeratedReview;
	/** Whether the list shows one tool only. */
	ofTool: boolean;
	busy: boolean;
	onHide: () => void;
	onAnswer: () => void;
	onChange: ChangeReview;
}

/** A review with what was reported, and the buttons to hide and answer it. */
export function ReviewRow({ review, ofTool, busy, onHide, onAnswer, onChange }: Props) {
	const { tool, hidden, answer, queued } = review;
	const reports = openReports(review.reports);
	const button = (label: string, onClick: () => void) => (
		<Button
			look="btn-outline btn-sm"
			disabled={busy}
			aria-label={ofReviewBy(label, review.author)}
			onClick={onClick}
		>
			{label}
		</Button>
	);
	return (
		<li className="order-line">
			<img
				src={`${review.image}?w=160`}
				alt=""
				width="72"
				height="72"
				loading="lazy"
				className="board-image rounded-box"
			/>
			<div className="grid min-w-0 gap-1">
				<p className="text-sm">
					<span
						role="img"
						aria-label={ratingText(String(review.name), maxRating)}
						className="stars star-full"
					>
						{"★".repeat(review.name)}
					</span>{" "}
					<strong>{review.author}</strong>
					<span className="text-quiet">
						{" · "}
						{tool ? (
							<a className="link" href={sitePaths.tool(tool)}>
								{tool.name}
							</a>
						) : (
							moderation.ofShop
						)}
						{` · ${formatDate(review.createdAt)}`}
						{review.verified && ` · ${verifiedPurchase}`}
					</span>
				</p>
				{(hidden || reports) && (
					<p className="font-semibold text-error">
						{[hidden && hiddenFor(hidden.reason), reports].filter(Boolean).join(" · ")}
					</p>
				)}
				<p className="review-text max-w-prose whitespace-pre-line">{review.description}</p>
				{answer && (
					<div className="review-answer max-w-prose">
						<p className="text-sm text-quiet">{`${answerOf} · ${formatDate(answer.createdAt)}`}</p>
						<p>{answer.text}</p>
					</div>
				)}
				<div className="flex flex-wrap gap-2 py-1 pointer-coarse:pb-4">
					{hidden
						? button(moderation.show, () => onChange(review, { hidden: null }))
						: button(moderation.hide, onHide)}
					{button(answer ? moderation.changeAnswer : moderation.answer, onAnswer)}
					{queued && button(moderation.seen, () => onChange(review, { seen: true }))}
				</div>
				<p className="text-sm">
					{tool && !ofTool && (
						<>
							<a
								className="link"
								href={`${staffPaths.reviews}?view=all&tool=${encodeURIComponent(tool._id)}`}
							>
								{moderation.ofTool}
							</a>
							{" · "}
						</>
					)}
					<a className="link" href={staffPaths.auditBySubject(review._id)}>
						{common.history}
					</a>
					{" · "}
					<a className="link" href={review.image}>
						{common.image}
					</a>
				</p>
			</div>
		</li>
	);
}
