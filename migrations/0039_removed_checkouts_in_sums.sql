DROP TRIGGER checkouts_removed_from_sales;
CREATE TRIGGER checkouts_removed_from_sales AFTER DELETE ON checkouts BEGIN UPDATE sales_totals SET checkouts = checkouts - 1 WHERE currency = old.currency AND day >= (old.created_at / 86400000); END;
