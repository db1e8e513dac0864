import { Injectable } from "@nestjs/common";
import { ConfigService, type EntityIdStrategy, type ID } from "@vendure/core";

/** Ids as the storefront sees them, which is how shoppers' browsers name variants to Keepsake. */
@Injectable()
export class PublicIds {
  private strategy: EntityIdStrategy<"uuid"> | undefined;

  constructor({ entityOptions, entityIdStrategy }: ConfigService) {
    this.strategy = (entityOptions.entityIdStrategy ?? entityIdStrategy) as EntityIdStrategy<"uuid"> | undefined;
  }

  encode(id: ID): string {
    // The strategy knows whether its keys are numbers or texts.
    return this.strategy ? this.strategy.encodeId(id as string) : String(id);
  }

  decode(id: string): ID {
    return this.strategy ? this.strategy.decodeId(id) : id;
  }
}
