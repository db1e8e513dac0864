/** The part of the GraphQL Admin API 2026-10 that the app uses, with the names, types and arguments of Shopify's own. */
export const SCHEMA = `
scalar DateTime
scalar URL
scalar Money
scalar Decimal
scalar UnsignedInt64

interface Node { id: ID! }
type PageInfo { hasNextPage: Boolean! endCursor: String }
type UserError { field: [String!] message: String! }
enum CurrencyCode { EUR USD }
enum ProductStatus { ACTIVE ARCHIVED DRAFT UNLISTED }
enum ProductVariantInventoryPolicy { CONTINUE DENY }
enum DraftOrderStatus { COMPLETED INVOICE_SENT OPEN }
enum BulkOperationStatus { CANCELED CANCELING COMPLETED CREATED EXPIRED FAILED RUNNING }
enum BulkOperationErrorCode { ACCESS_DENIED INTERNAL_SERVER_ERROR TIMEOUT }
enum CustomerState { DECLINED DISABLED ENABLED INVITED }
enum OrderSortKeys { CREATED_AT ID PROCESSED_AT UPDATED_AT }

enum CountryCode { DE GB US }
input ContextualPricingContext { country: CountryCode }
type ProductVariantContextualPricing { price: MoneyV2! compareAtPrice: MoneyV2 }

type Domain { url: URL! }
type Shop implements Node { id: ID! currencyCode: CurrencyCode! primaryDomain: Domain! }
type Image { url: URL! }
type MediaPreviewImage { image: Image }
interface Media { preview: MediaPreviewImage }
type MediaImage implements Media { preview: MediaPreviewImage }
type Product implements Node {
  id: ID! title: String! vendor: String! handle: String! status: ProductStatus! tags: [String!]!
  onlineStoreUrl: URL featuredMedia: Media
  variants(first: Int, after: String): ProductVariantConnection!
}
type ProductVariant implements Node {
  id: ID! title: String! sku: String price: Money! compareAtPrice: Money inventoryPolicy: ProductVariantInventoryPolicy!
  product: Product! inventoryItem: InventoryItem!
  contextualPricing(context: ContextualPricingContext!): ProductVariantContextualPricing!
}
type ProductVariantEdge { node: ProductVariant! }
type ProductVariantConnection { edges: [ProductVariantEdge!]! nodes: [ProductVariant!]! pageInfo: PageInfo! }
type InventoryItem implements Node {
  id: ID! tracked: Boolean! sku: String
  variants(first: Int, after: String): ProductVariantConnection
  inventoryLevels(first: Int, after: String): InventoryLevelConnection!
}
type Location implements Node { id: ID! name: String! fulfillsOnlineOrders: Boolean! }
type InventoryQuantity { id: ID! name: String! quantity: Int! }
type InventoryLevel implements Node { id: ID! item: InventoryItem! location: Location! quantities(names: [String!]!): [InventoryQuantity!]! }
type InventoryLevelEdge { node: InventoryLevel! }
type InventoryLevelConnection { edges: [InventoryLevelEdge!]! nodes: [InventoryLevel!]! pageInfo: PageInfo! }

type MoneyV2 { amount: Decimal! currencyCode: CurrencyCode! }
type MoneyBag { shopMoney: MoneyV2! }
type LineItem implements Node { id: ID! currentQuantity: Int! quantity: Int! variant: ProductVariant discountedUnitPriceSet: MoneyBag! }
type LineItemConnection { nodes: [LineItem!]! pageInfo: PageInfo! }
type Order implements Node {
  id: ID! email: String currencyCode: CurrencyCode! processedAt: DateTime! cancelledAt: DateTime
  lineItems(first: Int, after: String): LineItemConnection!
}
type OrderConnection { nodes: [Order!]! pageInfo: PageInfo! }

type DraftOrder implements Node { id: ID! status: DraftOrderStatus! invoiceUrl: URL reserveInventoryUntil: DateTime tags: [String!]! }
type DraftOrderConnection { nodes: [DraftOrder!]! pageInfo: PageInfo! }
input DraftOrderLineItemInput { variantId: ID quantity: Int! }
input AttributeInput { key: String! value: String! }
input DraftOrderInput {
  lineItems: [DraftOrderLineItemInput!] tags: [String!] note: String email: String
  customAttributes: [AttributeInput!] reserveInventoryUntil: DateTime
}
input DraftOrderDeleteInput { id: ID! }
type DraftOrderCreatePayload { draftOrder: DraftOrder userErrors: [UserError!]! }
type DraftOrderDeletePayload { deletedId: ID userErrors: [UserError!]! }

type CustomerEmailAddress { emailAddress: String! }
type Customer implements Node { id: ID! verifiedEmail: Boolean! state: CustomerState! defaultEmailAddress: CustomerEmailAddress }

type AppInstallation implements Node { id: ID! }
type Metafield implements Node { id: ID! }
input MetafieldsSetInput { ownerId: ID! namespace: String key: String! type: String value: String! }
type MetafieldsSetPayload { metafields: [Metafield!] userErrors: [UserError!]! }

type BulkOperation implements Node {
  id: ID! status: BulkOperationStatus! errorCode: BulkOperationErrorCode objectCount: UnsignedInt64! url: URL
}
type BulkOperationRunQueryPayload { bulkOperation: BulkOperation userErrors: [UserError!]! }
type BulkOperationCancelPayload { bulkOperation: BulkOperation userErrors: [UserError!]! }

type QueryRoot {
  shop: Shop!
  node(id: ID!): Node
  nodes(ids: [ID!]!): [Node]!
  product(id: ID!): Product
  productVariants(first: Int, after: String, query: String): ProductVariantConnection!
  inventoryItem(id: ID!): InventoryItem
  order(id: ID!): Order
  orders(first: Int, after: String, query: String, sortKey: OrderSortKeys): OrderConnection!
  draftOrder(id: ID!): DraftOrder
  draftOrders(first: Int, after: String, query: String): DraftOrderConnection!
  customer(id: ID!): Customer
  currentAppInstallation(id: ID): AppInstallation!
  bulkOperation(id: ID!): BulkOperation
}
type Mutation {
  bulkOperationRunQuery(query: String!, groupObjects: Boolean! = false): BulkOperationRunQueryPayload
  bulkOperationCancel(id: ID!): BulkOperationCancelPayload
  draftOrderCreate(input: DraftOrderInput!): DraftOrderCreatePayload
  draftOrderDelete(input: DraftOrderDeleteInput!): DraftOrderDeletePayload
  metafieldsSet(metafields: [MetafieldsSetInput!]!): MetafieldsSetPayload
}
schema { query: QueryRoot mutation: Mutation }
`;
