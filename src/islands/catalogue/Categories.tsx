import { type FormEvent, useState } from "react";
import { call } from "../../http/call.ts";
import * as messages from "../../messages/catalogue.ts";
import * as common from "../../messages/common.ts";
import * as texts from "../../messages/products.ts";
import { publicPaths } from "../../paths/public.ts";
import {
	createCategoryEndpoint,
	deleteCategoryEndpoint,
	listCategoriesEndpoint,
	updateCategoryEndpoint,
} from "../../shop/catalogue/categories.api.ts";
import {
	type CategoryChange,
	categoryFields,
	type ListedCategory,
	type NewCategory,
} from "../../shop/catalogue/categories.ts";
import { slugOf } from "../../shop/tools/addresses.ts";
import { toast } from "../../stores/toasts.ts";
import { RecordField } from "../records/RecordField.tsx";
import { Button } from "../ui/Button.tsx";
import { DeleteDialog } from "../ui/DeleteDialog.tsx";
import { Empty } from "../ui/Empty.tsx";
import { ImageField } from "../ui/ImageField.tsx";
import { Sentence } from "../ui/Sentence.tsx";
import { showErrors } from "../ui/show-errors.ts";
import { useFieldErrors } from "../ui/useFieldErrors.ts";
import { useHydrated } from "../ui/useHydrated.ts";
import { offerUndo, useSend } from "../ui/useSend.ts";

interface Props {
	categories: ListedCategory[];
}

/** Adds, changes, reorders and deletes the categories of tools. */
export function Categories({ categories: initial }: Props) {
	const [categories, setCategories] = useState(initial);
	const [toDelete, setToDelete] = useState<ListedCategory>();
	const { sending, send } = useSend();
	const reload = async () => setCategories(await call(listCategoriesEndpoint, {}));
	const change = async (slug: string, body: CategoryChange) => {
		await call(updateCategoryEndpoint, { params: { slug }, body });
		await reload();
	};
	const move = (slug: string, place: number) => void send(() => change(slug, { place }));
	const save = async (slug: string, body: CategoryBody, before: CategoryBody) => {
		await change(slug, body);
		offerUndo(messages.categorySaved(body.name), () => change(slug, before));
	};
	const add = async (body: NewCategory) => {
		await call(createCategoryEndpoint, { body });
		await reload();
		toast("success", messages.categoryAdded(body.name));
	};
	return (
		<div className="grid gap-8">
			{categories.length === 0 && (
				<Empty picture="no-results" text={messages.noCategories} hint={texts.aboutCategories} />
			)}
			<ol className="cards">
				{categories.map(({ slug, tools, ...category }, index) => (
					<li key={slug} className="card">
						<h2 className="text-2xl">
							<a className="link" href={publicPaths.category(slug)}>
								{category.name}
							</a>
						</h2>
						<p className="text-sm text-quiet">{messages.toolCount(tools)}</p>
						<CategoryForm category={category} save={(body) => save(slug, body, category)} />
						<p className="flex flex-wrap gap-2">
							<Button
								look="btn-sm"
								disabled={sending || index === 0}
								aria-label={texts.moveUp(category.name)}
								onClick={() => move(slug, index)}
							>
								{texts.up}
							</Button>
							<Button
								look="btn-sm"
								disabled={sending || index === categories.length - 1}
								aria-label={texts.moveDown(category.name)}
								onClick={() => move(slug, index + 2)}
							>
								{texts.down}
							</Button>
							<Button
								look="btn-sm btn-outline"
								disabled={sending}
								aria-label={common.deleteNamed(category.name)}
								onClick={() => setToDelete({ slug, tools, ...category })}
							>
								{common.deleteLabel}
							</Button>
						</p>
					</li>
				))}
			</ol>
			<section className="card" aria-labelledby="new">
				<h2 id="new" className="text-2xl">
					{texts.newCategory}
				</h2>
				<CategoryForm save={add} />
			</section>
			{toDelete && (
				<DeleteDialog
					title={texts.deleteCategoryQuestion}
					confirmLabel={texts.deleteCategory}
					request={() => call(deleteCategoryEndpoint, { params: { slug: toDelete.slug } })}
					deletedMessage={messages.categoryDeleted(toDelete.name)}
					onDeleted={() => void reload()}
					onClose={() => setToDelete(undefined)}
				>
					<p>
						<Sentence text={texts.deleteCategoryWarning}>
							<strong>{toDelete.name}</strong>
						</Sentence>{" "}
						{messages.toolsWithout(toDelete.tools)}
					</p>
				</DeleteDialog>
			)}
		</div>
	);
}

/** A category but for its address, which stays. */
type CategoryBody = Omit<NewCategory, "slug">;

interface FormProps {
	/** Undefined for a new one, whose address follows its name until it is typed. */
	category?: CategoryBody;
	save: (category: NewCategory) => Promise<void>;
}

/** The fields of a category. */
function CategoryForm({ category, save }: FormProps) {
	const stored = { name: "", description: "", image: null, ...category };
	const [typed, setTyped] = useState<Partial<NewCategory>>({});
	const { errors, setErrors, changed } = useFieldErrors();
	const [uploading, setUploading] = useState(false);
	const { sending, send } = useSend();
	const hydrated = useHydrated();
	const values = { ...stored, ...typed };
	const body = { ...values, slug: typed.slug ?? slugOf(values.name) };
	const names = category
		? (["name", "description"] as const)
		: (["name", "slug", "description"] as const);
	const isSame = JSON.stringify(values) === JSON.stringify(stored);
	const edit = (name: keyof NewCategory, value: string | null) => {
		setTyped((current) => ({ ...current, [name]: value }));
		changed(name);
		if (name === "name" && typed.slug === undefined) changed("slug");
	};
	const submit = (event: FormEvent) => {
		event.preventDefault();
		void send(
			async () => {
				await save(body);
				setErrors({});
				setTyped({});
			},
			(error) => showErrors(error, setErrors),
		);
	};
	return (
		<form
			className="grid gap-3"
			method="post"
			noValidate
			onSubmit={submit}
			aria-label={category?.name ?? texts.newCategory}
		>
			{names.map((name) => (
				<RecordField
					key={name}
					field={{
						...categoryFields[name],
						hint: name === "slug" ? publicPaths.category(body.slug) : undefined,
					}}
					value={body[name]}
					error={errors[name]}
					readOnly={!hydrated || sending}
					onChange={({ target }) => edit(name, target.value)}
				/>
			))}
			<ImageField
				label={common.image}
				value={values.image ?? undefined}
				error={errors.image}
				onChange={(image) => edit("image", image ?? null)}
				onBusy={setUploading}
			/>
			<Button
				type="submit"
				look={`${category ? "btn-outline" : "btn-primary"} justify-self-start`}
				disabled={!hydrated || sending || uploading || (category && isSame)}
				aria-label={category && common.saveNamed(category.name)}
			>
				{category ? common.save : texts.addCategory}
			</Button>
		</form>
	);
}
