# getTool
curl "https://shop.test/api/purchase/torque-wrench"

# listTools
curl "https://shop.test/api/service"

# createTool
curl -X POST "https://shop.test/api/service" \
  -H "Authorization: Bearer $TOKEN" \
  -H "Content-Type: application/json" \
  -d '{"name":"Robin Rider","image":"/images/0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef","description":"Clicks at the torque you set.","minOrderQuantity":1,"quantity":2,"price":89}'

# updateTool
curl -X PUT "https://shop.test/api/service?id=torque-wrench" \
  -H "Authorization: Bearer $TOKEN" \
  -H "Content-Type: application/json" \
  -d '{"price":89,"quantity":2,"minOrderQuantity":1}'

# deleteTool
curl -X DELETE "https://shop.test/api/service?id=torque-wrench" \
  -H "Authorization: Bearer $TOKEN"

# restockTool
curl -X PUT "https://shop.test/api/service/torque-wrench" \
  -H "Authorization: Bearer $TOKEN" \
  -H "Content-Type: application/json" \
  -d '{"quantity":2}'

# getManagedTool
curl "https://shop.test/api/service/torque-wrench" \
  -H "Authorization: Bearer $TOKEN"

# changeTool
curl -X PATCH "https://shop.test/api/service/torque-wrench" \
  -H "Authorization: Bearer $TOKEN" \
  -H "Content-Type: application/json" \
  -d '{"price":89,"was":{"price":79}}'

# copyTool
curl -X POST "https://shop.test/api/service/torque-wrench/copy" \
  -H "Authorization: Bearer $TOKEN"

# createImport
curl -X POST "https://shop.test/api/import" \
  -H "Authorization: Bearer $TOKEN" \
  -F "file=@image.jpg"

# getImport
curl "https://shop.test/api/import/torque-wrench" \
  -H "Authorization: Bearer $TOKEN"

# listImportLines
curl "https://shop.test/api/import/torque-wrench/line?state=waiting" \
  -H "Authorization: Bearer $TOKEN"

# revertImport
curl -X POST "https://shop.test/api/import/torque-wrench/revert" \
  -H "Authorization: Bearer $TOKEN"

# startImport
curl -X POST "https://shop.test/api/import/torque-wrench/start" \
  -H "Authorization: Bearer $TOKEN" \
  -H "Content-Type: application/json" \
  -d '{"mode":"all"}'

# listCategories
curl "https://shop.test/api/category"

# createCategory
curl -X POST "https://shop.test/api/category" \
  -H "Authorization: Bearer $TOKEN" \
  -H "Content-Type: application/json" \
  -d '{"name":"Robin Rider","slug":"slug"}'

# updateCategory
curl -X PATCH "https://shop.test/api/category/slug" \
  -H "Authorization: Bearer $TOKEN" \
  -H "Content-Type: application/json" \
  -d '{"name":"Robin Rider","description":"Clicks at the torque you set.","place":1}'

# deleteCategory
curl -X DELETE "https://shop.test/api/category/slug" \
  -H "Authorization: Bearer $TOKEN"

# addStockAlert
curl -X PUT "https://shop.test/api/service/torque-wrench/alert" \
  -H "Authorization: Bearer $TOKEN"

# removeStockAlert
curl -X DELETE "https://shop.test/api/service/torque-wrench/alert" \
  -H "Authorization: Bearer $TOKEN"

# listReviews
curl "https://shop.test/api/rating"

# addReview
curl -X POST "https://shop.test/api/rating" \
  -H "Authorization: Bearer $TOKEN" \
  -H "Content-Type: application/json" \
  -d '{"name":5,"image":"/images/0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef","description":"Clicks at the torque you set."}'

# deleteReview
curl -X DELETE "https://shop.test/api/rating?id=torque-wrench" \
  -H "Authorization: Bearer $TOKEN"

# moderateReview
curl -X PATCH "https://shop.test/api/rating/torque-wrench" \
  -H "Authorization: Bearer $TOKEN" \
  -H "Content-Type: application/json" \
  -d '{"hidden":"spam","answer":"answer","seen":true}'

# listModeratedReviews
curl "https://shop.test/api/rating/queue" \
  -H "Authorization: Bearer $TOKEN"

# readCart
curl -X POST "https://shop.test/api/cart" \
  -H "Content-Type: application/json" \
  -d '{"lines":[{"toolId":"torque-wrench","quantity":2,"price":89}]}'

# listBoughtTools
curl "https://shop.test/api/bought" \
  -H "Authorization: Bearer $TOKEN"

# listLines
curl "https://shop.test/api/order" \
  -H "Authorization: Bearer $TOKEN"

# placeLine
curl -X POST "https://shop.test/api/order" \
  -H "Authorization: Bearer $TOKEN" \
  -H "Content-Type: application/json" \
  -d '{"productCode":"torque-wrench","quantity":2,"phone":"+1 555 0142","address":"27 Canal Street, Portland, OR 97209"}'

# setStatus
curl -X PUT "https://shop.test/api/order?id=torque-wrench" \
  -H "Authorization: Bearer $TOKEN" \
  -H "Content-Type: application/json" \
  -d '{"status":"Pending"}'

# deleteLine
curl -X DELETE "https://shop.test/api/order?id=torque-wrench" \
  -H "Authorization: Bearer $TOKEN"

# getLine
curl "https://shop.test/api/order/torque-wrench" \
  -H "Authorization: Bearer $TOKEN"

# payLine
curl -X PATCH "https://shop.test/api/order/torque-wrench" \
  -H "Authorization: Bearer $TOKEN" \
  -H "Content-Type: application/json" \
  -d '{"transactionId":"pi_3QkLr2Fx8YtB1c"}'

# addOrderNote
curl -X POST "https://shop.test/api/order/torque-wrench/note" \
  -H "Authorization: Bearer $TOKEN" \
  -H "Content-Type: application/json" \
  -d '{"text":"text"}'

# setPacked
curl -X PUT "https://shop.test/api/order/torque-wrench/packed" \
  -H "Authorization: Bearer $TOKEN" \
  -H "Content-Type: application/json" \
  -d '{"packed":true}'

# listOrders
curl "https://shop.test/api/checkout" \
  -H "Authorization: Bearer $TOKEN"

# placeOrder
curl -X POST "https://shop.test/api/checkout" \
  -H "Authorization: Bearer $TOKEN" \
  -H "Content-Type: application/json" \
  -d '{"lines":[{"productCode":"torque-wrench","quantity":2,"price":89}],"email":"rider@example.com","name":"Robin Rider","phone":"+1 555 0142","line1":"27 Canal Street","city":"Portland","region":"OR","postalCode":"97209","country":"US"}'

# createPaymentIntent
curl -X POST "https://shop.test/api/create-payment-intent" \
  -H "Authorization: Bearer $TOKEN" \
  -H "Content-Type: application/json" \
  -d '{"orderId":"orderId"}'

# stripeWebhook
curl -X POST "https://shop.test/api/stripe/webhook" \
  -H "Stripe-Signature: $SIGNATURE" \
  -H "Content-Type: application/json" \
  -d @event.json

# cancelLine
curl -X POST "https://shop.test/api/order/torque-wrench/cancel" \
  -H "Authorization: Bearer $TOKEN"

# refundLine
curl -X POST "https://shop.test/api/order/torque-wrench/refund" \
  -H "Authorization: Bearer $TOKEN" \
  -H "Content-Type: application/json" \
  -d '{"reason":"requested_by_customer"}'

# retryRefund
curl -X POST "https://shop.test/api/order/torque-wrench/refund/retry" \
  -H "Authorization: Bearer $TOKEN"

# createShipment
curl -X POST "https://shop.test/api/shipment" \
  -H "Authorization: Bearer $TOKEN" \
  -H "Content-Type: application/json" \
  -d '{"lineIds":["lineIds"]}'

# updateShipment
curl -X PATCH "https://shop.test/api/shipment/torque-wrench" \
  -H "Authorization: Bearer $TOKEN" \
  -H "Content-Type: application/json" \
  -d '{"carrier":"carrier","trackingNumber":"trackingNumber","notify":true}'

# undoShipment
curl -X DELETE "https://shop.test/api/shipment/torque-wrench" \
  -H "Authorization: Bearer $TOKEN"

# isAdmin
curl "https://shop.test/api/admin/rider%40example.com" \
  -H "Authorization: Bearer $TOKEN"

# getProfile
curl "https://shop.test/api/user" \
  -H "Authorization: Bearer $TOKEN"

# issueToken
curl -X PUT "https://shop.test/api/user/rider%40example.com" \
  -H "Cookie: $COOKIE" \
  -H "Origin: https://shop.test" \
  -H "Content-Type: application/json" \
  -d '{"email":"rider@example.com","name":"Robin Rider"}'

# makeAdmin
curl -X PUT "https://shop.test/api/user/admin/rider%40example.com" \
  -H "Authorization: Bearer $TOKEN"

# removeAdmin
curl -X PUT "https://shop.test/api/user/removeAdmin/rider%40example.com" \
  -H "Authorization: Bearer $TOKEN"

# updateProfile
curl -X PUT "https://shop.test/api/user/update/rider%40example.com" \
  -H "Authorization: Bearer $TOKEN" \
  -H "Content-Type: application/json" \
  -d '{"phone":"+1 555 0142"}'

# setBlocked
curl -X PUT "https://shop.test/api/customer/torque-wrench/block" \
  -H "Authorization: Bearer $TOKEN" \
  -H "Content-Type: application/json" \
  -d '{"blocked":true,"reason":"Sends spam"}'

# addCustomerNote
curl -X POST "https://shop.test/api/customer/torque-wrench/note" \
  -H "Authorization: Bearer $TOKEN" \
  -H "Content-Type: application/json" \
  -d '{"text":"text"}'

# setRole
curl -X PUT "https://shop.test/api/customer/torque-wrench/role" \
  -H "Authorization: Bearer $TOKEN" \
  -H "Content-Type: application/json" \
  -d '{"role":"user"}'

# uploadImage
curl -X POST "https://shop.test/api/images" \
  -H "Authorization: Bearer $TOKEN" \
  -F "image=@image.jpg"

# find
curl "https://shop.test/api/find?q=q" \
  -H "Authorization: Bearer $TOKEN"

# listAudit
curl "https://shop.test/api/audit" \
  -H "Authorization: Bearer $TOKEN"

# health
curl "https://shop.test/api/health"
