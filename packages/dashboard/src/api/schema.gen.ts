// Made from openapi.json by `npm run openapi`.
export interface paths {
    "/storeadmin/v3/audit": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List who changed what
         * @description The audit log of the store, the newest entry first. Entries are kept for two years. Needs the scope `audit`. Roles that have it: owner, manager, operator.
         */
        get: {
            parameters: {
                query?: {
                    /** @description Rows of a page, at most 500 */
                    limit?: string | number;
                    /** @description `next` of the page before */
                    cursor?: string;
                    /** @description Such as `plan.paused` */
                    action?: string;
                    /** @description Id of a key or a member */
                    actor?: string;
                    /**
                     * @description First day, in UTC
                     * @example 2026-11-18
                     */
                    from?: string;
                    /**
                     * @description Last day, in UTC
                     * @example 2026-11-18
                     */
                    to?: string;
                };
                header?: {
                    /** @description For members: the token of the open store, from GET /storeadmin/v3/me */
                    "Keepsake-Csrf"?: string;
                };
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description A page as JSON or, with `Accept: text/csv`, all rows as CSV */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            items: {
                                id: string;
                                /** Format: date-time */
                                at: string;
                                actor: {
                                    kind: "key" | "member" | "operator";
                                    id: string;
                                    /** @description Name of the key, or email address of the person */
                                    name: string;
                                };
                                /** @description What happened, such as `plan.paused` */
                                action: string;
                                /** @description Ids and settings of what changed, such as the id of the plan */
                                details: {
                                    [key: string]: unknown;
                                };
                            }[];
                            /** @description Send it as `cursor`; null on the last page */
                            next: string | null;
                        };
                    };
                };
                /** @description Default Response */
                "4XX": {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Failure"];
                    };
                };
                /** @description Default Response */
                "5XX": {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Failure"];
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/storeadmin/v3/settings": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read the settings of the store
         * @description Origins, list types, rules for stock, alerts, lists, sessions, sending, results and privacy, the words of elements, and how far the store is set up. The ETag is their version. Needs the scope `settings:read`. Roles that have it: owner, manager, support, viewer, operator.
         */
        get: {
            parameters: {
                query?: never;
                header?: {
                    /** @description For members: the token of the open store, from GET /storeadmin/v3/me */
                    "Keepsake-Csrf"?: string;
                };
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description Default Response */
                200: {
                    headers: {
                        /** @description The version of what was read */
                        ETag?: string;
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            /** @description Also the ETag. Send it as `If-Match` with a change */
                            version: string;
                            pid: string;
                            name: string;
                            /** @description In a test store, mails go only to members */
                            test: boolean;
                            settings: {
                                /** @description null: any page may call */
                                origins: string[] | null;
                                /** @description The markets of the shop, each with another name. A location may belong to several. A change replaces all of them. */
                                markets: {
                                    /**
                                     * @description What calls name it by, as `market`.
                                     * @example eu
                                     */
                                    name: string;
                                    /**
                                     * @description ISO 4217: of the market's own prices that are sent without a currency.
                                     * @example EUR
                                     */
                                    currency?: string;
                                    /**
                                     * @description The beginning of the market's product pages. It replaces the origin of those of the variant.
                                     * @example https://shop.example/en-eu
                                     */
                                    url?: string;
                                    /** @description The locations that it sells from, as inventory/set names them. Without any, it sells all stock. */
                                    locations?: string[];
                                }[];
                                /** @description null: sessions do not end */
                                sessionTtlDays: number | null;
                                shop: {
                                    /**
                                     * @description The address of the shop, which completes the paths of product pages.
                                     * @example https://shop.example
                                     */
                                    url?: string;
                                    /**
                                     * @description The address of the shop's logo, for default mails and hosted pages.
                                     * @example https://shop.example/logo.png
                                     */
                                    logo?: string;
                                };
                                lists: {
                                    /** @description How many items a list may have. */
                                    itemsMax?: number;
                                    /** @description How many lists a shopper may have. */
                                    listsMax?: number;
                                    /** @description How many of its newest items `fetch-lists` returns with a list. */
                                    previewItems?: number;
                                    /** @description Types of lists, besides `wl` and `sfl`. */
                                    types?: string[];
                                    /** @description Whether lists may have items that are not in the catalogue. */
                                    customItems?: boolean;
                                    /** @description Whether shoppers without an account may mail a list to a friend. */
                                    guestsMayMail?: boolean;
                                };
                                stock: {
                                    /** @description With how many units a variant counts as in stock. */
                                    minimum?: number;
                                    /** @description For how many seconds a variant must be in stock before its alerts start. */
                                    settleSeconds?: number;
                                    /** @description With how many units a variant counts as nearly sold out. */
                                    lowAt?: number;
                                };
                                alerts: {
                                    /** @description Whether shoppers whom the store's server signs up must confirm their address. */
                                    doubleOptIn?: boolean;
                                    /** @description Whether shoppers who sign up in a browser must confirm their address. */
                                    browserDoubleOptIn?: boolean;
                                    /** @description Whether plans start paused, so that the merchant resumes each. */
                                    requireApproval?: boolean;
                                    /** @description Who is notified of a restock: everybody, as many as there are units, or one wave after the other. */
                                    audience?: "all" | "per-unit" | "waves";
                                    /** @description Who is notified first: who has waited longest, who has waited shortest, or who is drawn by lot. */
                                    order?: "oldest" | "newest" | "drawn";
                                    /** @description How many shoppers are notified for each unit. */
                                    perUnit?: number;
                                    /** @description How many shoppers a wave has. */
                                    waveSize?: number;
                                    /** @description How many seconds pass between two waves. */
                                    waitSeconds?: number;
                                    /** @description For how many minutes a shopper who is notified of a restock has the first chance: the units are offered to nobody else. 0: no offers. */
                                    offerMinutes?: number;
                                    /** @description How many units one shopper is offered at most, and counts as with `per-unit`, whatever they ask for. */
                                    unitsMax?: number;
                                    /** @description Whether shoppers who decline or do not answer an offer keep their place for the next restock. */
                                    afterOffer?: "keep" | "leave";
                                    /** @description How many days the store keeps its past alerts, with who was notified and why. */
                                    historyDays?: number;
                                    /** @description Topics of the shop's own, beside the built-in ones. */
                                    topics?: string[];
                                    /** @description Whether the links of alerts lead over Keepsake, which counts who follows them, or to the product itself. */
                                    trackClicks?: boolean;
                                    /**
                                     * @description The shop's colour, for buttons in mails, on hosted pages and of the shop's elements.
                                     * @example #25524d
                                     */
                                    color?: string;
                                    /** @description The language of alerts to shoppers and of elements in pages whose language is unknown, and of a message that is saved without `locale`. A message in it goes to everybody who has none in their own. */
                                    language?: "en" | "de" | "fr";
                                };
                                elements: {
                                    /**
                                     * @description The shop's own words for its elements in English, by name; an empty one means the built-in word. A change replaces all of them. The names are those that `GET /api/v3/elements` answers in German.
                                     * @example {
                                     *       "notifyMe": "Tell me"
                                     *     }
                                     */
                                    en?: {
                                        [key: string]: string;
                                    };
                                    /**
                                     * @description The shop's own words for its elements in German, by name; an empty one means the built-in word. A change replaces all of them. The names are those that `GET /api/v3/elements` answers in German.
                                     * @example {
                                     *       "notifyMe": "Tell me"
                                     *     }
                                     */
                                    de?: {
                                        [key: string]: string;
                                    };
                                    /**
                                     * @description The shop's own words for its elements in French, by name; an empty one means the built-in word. A change replaces all of them. The names are those that `GET /api/v3/elements` answers in German.
                                     * @example {
                                     *       "notifyMe": "Tell me"
                                     *     }
                                     */
                                    fr?: {
                                        [key: string]: string;
                                    };
                                };
                                sending: {
                                    /** @description How many mails of any kind the store sends in a day, from midnight UTC; the others wait. */
                                    mailsPerDay?: number;
                                    /** @description How many text messages of any kind the store sends in a day, from midnight UTC; the others wait. */
                                    textsPerDay?: number;
                                    /** @description What a text message costs the store, in its own currency. */
                                    textPrice?: number;
                                    /** @description How much the store spends on text messages in a day, in its own currency; it needs `textPrice`. */
                                    textSpendPerDay?: number;
                                };
                                sessions: {
                                    /** @description After how many days without use the session of an account in a browser ends. */
                                    idleDays?: number;
                                    /** @description How hard a browser must work before it registers a guest, signs up or mails a list; 0: not at all. */
                                    proofOfWorkBits?: number;
                                };
                                results: {
                                    /** @description For how many days before an order a click, an alert or a saved item can have led to it. */
                                    windowDays?: number;
                                    /** @description Whether an alert that was delivered counts, although nobody followed its link. */
                                    viewThrough?: boolean;
                                };
                                privacy: {
                                    /** @description After how many days without a change the lists of a guest are deleted; without it, they are kept. */
                                    guestDays?: number;
                                    /** @description After how many days without an open alert an address is deleted, with its consents and its history; without it, it is kept. */
                                    leftDays?: number;
                                    /** @description How many days a confirmed sign-up is kept whose alert belongs to somebody else. */
                                    requestDays?: number;
                                };
                                setup: {
                                    /** @description The steps of setting up the store that the merchant has skipped in the dashboard. */
                                    skipped?: ("look" | "script" | "stock" | "sender" | "rehearsal")[];
                                    /**
                                     * @description When the merchant finished setting up the store in the dashboard; without it, not yet.
                                     * @example 2026-11-15T09:30:00Z
                                     */
                                    finishedAt?: string;
                                };
                            };
                            /** @description Names of the settings that are not at their default */
                            own: string[];
                        };
                    };
                };
                /** @description Default Response */
                "4XX": {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Failure"];
                    };
                };
                /** @description Default Response */
                "5XX": {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Failure"];
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/storeadmin/v3/settings/update": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Change settings of the store
         * @description Send only what changes; null resets a setting to its default. With `If-Match`, a change is refused (412) if somebody else has changed the settings meanwhile. Processes know the change within five seconds. Needs the scope `settings:write`. Roles that have it: owner, manager.
         */
        post: {
            parameters: {
                query?: never;
                header?: {
                    /** @description A call that is repeated with the same key has its effect once */
                    "Idempotency-Key"?: string;
                    /** @description The ETag that you read. If somebody has changed it since, the answer is 412 */
                    "If-Match"?: string;
                    /** @description For members: the token of the open store, from GET /storeadmin/v3/me */
                    "Keepsake-Csrf"?: string;
                };
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": {
                        /** @description Name of the shop, as shoppers know it */
                        name?: string;
                        /** @description Origins whose pages may call from a browser, as browsers send them; without it, any may. */
                        origins?: string[] | null;
                        /** @description The markets of the shop, each with another name. A location may belong to several. A change replaces all of them. */
                        markets?: {
                            /**
                             * @description What calls name it by, as `market`.
                             * @example eu
                             */
                            name: string;
                            /**
                             * @description ISO 4217: of the market's own prices that are sent without a currency.
                             * @example EUR
                             */
                            currency?: string;
                            /**
                             * @description The beginning of the market's product pages. It replaces the origin of those of the variant.
                             * @example https://shop.example/en-eu
                             */
                            url?: string;
                            /** @description The locations that it sells from, as inventory/set names them. Without any, it sells all stock. */
                            locations?: string[];
                        }[] | null;
                        /** @description After how many days a session ends; without it, sessions do not end. */
                        sessionTtlDays?: number | null;
                        shop?: {
                            /** @description The address of the shop, which completes the paths of product pages. */
                            url?: string | null;
                            /** @description The address of the shop's logo, for default mails and hosted pages. */
                            logo?: string | null;
                        } | null;
                        lists?: {
                            /** @description How many items a list may have. */
                            itemsMax?: number | null;
                            /** @description How many lists a shopper may have. */
                            listsMax?: number | null;
                            /** @description How many of its newest items `fetch-lists` returns with a list. */
                            previewItems?: number | null;
                            /** @description Types of lists, besides `wl` and `sfl`. */
                            types?: string[] | null;
                            /** @description Whether lists may have items that are not in the catalogue. */
                            customItems?: boolean | null;
                            /** @description Whether shoppers without an account may mail a list to a friend. */
                            guestsMayMail?: boolean | null;
                        } | null;
                        stock?: {
                            /** @description With how many units a variant counts as in stock. */
                            minimum?: number | null;
                            /** @description For how many seconds a variant must be in stock before its alerts start. */
                            settleSeconds?: number | null;
                            /** @description With how many units a variant counts as nearly sold out. */
                            lowAt?: number | null;
                        } | null;
                        alerts?: {
                            /** @description Whether shoppers whom the store's server signs up must confirm their address. */
                            doubleOptIn?: boolean | null;
                            /** @description Whether shoppers who sign up in a browser must confirm their address. */
                            browserDoubleOptIn?: boolean | null;
                            /** @description Whether plans start paused, so that the merchant resumes each. */
                            requireApproval?: boolean | null;
                            /** @description Who is notified of a restock: everybody, as many as there are units, or one wave after the other. */
                            audience?: ("all" | "per-unit" | "waves") | null;
                            /** @description Who is notified first: who has waited longest, who has waited shortest, or who is drawn by lot. */
                            order?: ("oldest" | "newest" | "drawn") | null;
                            /** @description How many shoppers are notified for each unit. */
                            perUnit?: number | null;
                            /** @description How many shoppers a wave has. */
                            waveSize?: number | null;
                            /** @description How many seconds pass between two waves. */
                            waitSeconds?: number | null;
                            /** @description For how many minutes a shopper who is notified of a restock has the first chance: the units are offered to nobody else. 0: no offers. */
                            offerMinutes?: number | null;
                            /** @description How many units one shopper is offered at most, and counts as with `per-unit`, whatever they ask for. */
                            unitsMax?: number | null;
                            /** @description Whether shoppers who decline or do not answer an offer keep their place for the next restock. */
                            afterOffer?: ("keep" | "leave") | null;
                            /** @description How many days the store keeps its past alerts, with who was notified and why. */
                            historyDays?: number | null;
                            /** @description Topics of the shop's own, beside the built-in ones. */
                            topics?: string[] | null;
                            /** @description Whether the links of alerts lead over Keepsake, which counts who follows them, or to the product itself. */
                            trackClicks?: boolean | null;
                            /** @description The shop's colour, for buttons in mails, on hosted pages and of the shop's elements. */
                            color?: string | null;
                            /** @description The language of alerts to shoppers and of elements in pages whose language is unknown, and of a message that is saved without `locale`. A message in it goes to everybody who has none in their own. */
                            language?: ("en" | "de" | "fr") | null;
                        } | null;
                        elements?: {
                            /** @description The shop's own words for its elements in English, by name; an empty one means the built-in word. A change replaces all of them. The names are those that `GET /api/v3/elements` answers in German. */
                            en?: {
                                [key: string]: string;
                            } | null;
                            /** @description The shop's own words for its elements in German, by name; an empty one means the built-in word. A change replaces all of them. The names are those that `GET /api/v3/elements` answers in German. */
                            de?: {
                                [key: string]: string;
                            } | null;
                            /** @description The shop's own words for its elements in French, by name; an empty one means the built-in word. A change replaces all of them. The names are those that `GET /api/v3/elements` answers in German. */
                            fr?: {
                                [key: string]: string;
                            } | null;
                        } | null;
                        sending?: {
                            /** @description How many mails of any kind the store sends in a day, from midnight UTC; the others wait. */
                            mailsPerDay?: number | null;
                            /** @description How many text messages of any kind the store sends in a day, from midnight UTC; the others wait. */
                            textsPerDay?: number | null;
                            /** @description What a text message costs the store, in its own currency. */
                            textPrice?: number | null;
                            /** @description How much the store spends on text messages in a day, in its own currency; it needs `textPrice`. */
                            textSpendPerDay?: number | null;
                        } | null;
                        sessions?: {
                            /** @description After how many days without use the session of an account in a browser ends. */
                            idleDays?: number | null;
                            /** @description How hard a browser must work before it registers a guest, signs up or mails a list; 0: not at all. */
                            proofOfWorkBits?: number | null;
                        } | null;
                        results?: {
                            /** @description For how many days before an order a click, an alert or a saved item can have led to it. */
                            windowDays?: number | null;
                            /** @description Whether an alert that was delivered counts, although nobody followed its link. */
                            viewThrough?: boolean | null;
                        } | null;
                        privacy?: {
                            /** @description After how many days without a change the lists of a guest are deleted; without it, they are kept. */
                            guestDays?: number | null;
                            /** @description After how many days without an open alert an address is deleted, with its consents and its history; without it, it is kept. */
                            leftDays?: number | null;
                            /** @description How many days a confirmed sign-up is kept whose alert belongs to somebody else. */
                            requestDays?: number | null;
                        } | null;
                        setup?: {
                            /** @description The steps of setting up the store that the merchant has skipped in the dashboard. */
                            skipped?: ("look" | "script" | "stock" | "sender" | "rehearsal")[] | null;
                            /** @description When the merchant finished setting up the store in the dashboard; without it, not yet. */
                            finishedAt?: string | null;
                        } | null;
                    };
                };
            };
            responses: {
                /** @description Default Response */
                200: {
                    headers: {
                        /** @description The version of what was read */
                        ETag?: string;
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            /** @description Also the ETag. Send it as `If-Match` with a change */
                            version: string;
                            pid: string;
                            name: string;
                            /** @description In a test store, mails go only to members */
                            test: boolean;
                            settings: {
                                /** @description null: any page may call */
                                origins: string[] | null;
                                /** @description The markets of the shop, each with another name. A location may belong to several. A change replaces all of them. */
                                markets: {
                                    /**
                                     * @description What calls name it by, as `market`.
                                     * @example eu
                                     */
                                    name: string;
                                    /**
                                     * @description ISO 4217: of the market's own prices that are sent without a currency.
                                     * @example EUR
                                     */
                                    currency?: string;
                                    /**
                                     * @description The beginning of the market's product pages. It replaces the origin of those of the variant.
                                     * @example https://shop.example/en-eu
                                     */
                                    url?: string;
                                    /** @description The locations that it sells from, as inventory/set names them. Without any, it sells all stock. */
                                    locations?: string[];
                                }[];
                                /** @description null: sessions do not end */
                                sessionTtlDays: number | null;
                                shop: {
                                    /**
                                     * @description The address of the shop, which completes the paths of product pages.
                                     * @example https://shop.example
                                     */
                                    url?: string;
                                    /**
                                     * @description The address of the shop's logo, for default mails and hosted pages.
                                     * @example https://shop.example/logo.png
                                     */
                                    logo?: string;
                                };
                                lists: {
                                    /** @description How many items a list may have. */
                                    itemsMax?: number;
                                    /** @description How many lists a shopper may have. */
                                    listsMax?: number;
                                    /** @description How many of its newest items `fetch-lists` returns with a list. */
                                    previewItems?: number;
                                    /** @description Types of lists, besides `wl` and `sfl`. */
                                    types?: string[];
                                    /** @description Whether lists may have items that are not in the catalogue. */
                                    customItems?: boolean;
                                    /** @description Whether shoppers without an account may mail a list to a friend. */
                                    guestsMayMail?: boolean;
                                };
                                stock: {
                                    /** @description With how many units a variant counts as in stock. */
                                    minimum?: number;
                                    /** @description For how many seconds a variant must be in stock before its alerts start. */
                                    settleSeconds?: number;
                                    /** @description With how many units a variant counts as nearly sold out. */
                                    lowAt?: number;
                                };
                                alerts: {
                                    /** @description Whether shoppers whom the store's server signs up must confirm their address. */
                                    doubleOptIn?: boolean;
                                    /** @description Whether shoppers who sign up in a browser must confirm their address. */
                                    browserDoubleOptIn?: boolean;
                                    /** @description Whether plans start paused, so that the merchant resumes each. */
                                    requireApproval?: boolean;
                                    /** @description Who is notified of a restock: everybody, as many as there are units, or one wave after the other. */
                                    audience?: "all" | "per-unit" | "waves";
                                    /** @description Who is notified first: who has waited longest, who has waited shortest, or who is drawn by lot. */
                                    order?: "oldest" | "newest" | "drawn";
                                    /** @description How many shoppers are notified for each unit. */
                                    perUnit?: number;
                                    /** @description How many shoppers a wave has. */
                                    waveSize?: number;
                                    /** @description How many seconds pass between two waves. */
                                    waitSeconds?: number;
                                    /** @description For how many minutes a shopper who is notified of a restock has the first chance: the units are offered to nobody else. 0: no offers. */
                                    offerMinutes?: number;
                                    /** @description How many units one shopper is offered at most, and counts as with `per-unit`, whatever they ask for. */
                                    unitsMax?: number;
                                    /** @description Whether shoppers who decline or do not answer an offer keep their place for the next restock. */
                                    afterOffer?: "keep" | "leave";
                                    /** @description How many days the store keeps its past alerts, with who was notified and why. */
                                    historyDays?: number;
                                    /** @description Topics of the shop's own, beside the built-in ones. */
                                    topics?: string[];
                                    /** @description Whether the links of alerts lead over Keepsake, which counts who follows them, or to the product itself. */
                                    trackClicks?: boolean;
                                    /**
                                     * @description The shop's colour, for buttons in mails, on hosted pages and of the shop's elements.
                                     * @example #25524d
                                     */
                                    color?: string;
                                    /** @description The language of alerts to shoppers and of elements in pages whose language is unknown, and of a message that is saved without `locale`. A message in it goes to everybody who has none in their own. */
                                    language?: "en" | "de" | "fr";
                                };
                                elements: {
                                    /**
                                     * @description The shop's own words for its elements in English, by name; an empty one means the built-in word. A change replaces all of them. The names are those that `GET /api/v3/elements` answers in German.
                                     * @example {
                                     *       "notifyMe": "Tell me"
                                     *     }
                                     */
                                    en?: {
                                        [key: string]: string;
                                    };
                                    /**
                                     * @description The shop's own words for its elements in German, by name; an empty one means the built-in word. A change replaces all of them. The names are those that `GET /api/v3/elements` answers in German.
                                     * @example {
                                     *       "notifyMe": "Tell me"
                                     *     }
                                     */
                                    de?: {
                                        [key: string]: string;
                                    };
                                    /**
                                     * @description The shop's own words for its elements in French, by name; an empty one means the built-in word. A change replaces all of them. The names are those that `GET /api/v3/elements` answers in German.
                                     * @example {
                                     *       "notifyMe": "Tell me"
                                     *     }
                                     */
                                    fr?: {
                                        [key: string]: string;
                                    };
                                };
                                sending: {
                                    /** @description How many mails of any kind the store sends in a day, from midnight UTC; the others wait. */
                                    mailsPerDay?: number;
                                    /** @description How many text messages of any kind the store sends in a day, from midnight UTC; the others wait. */
                                    textsPerDay?: number;
                                    /** @description What a text message costs the store, in its own currency. */
                                    textPrice?: number;
                                    /** @description How much the store spends on text messages in a day, in its own currency; it needs `textPrice`. */
                                    textSpendPerDay?: number;
                                };
                                sessions: {
                                    /** @description After how many days without use the session of an account in a browser ends. */
                                    idleDays?: number;
                                    /** @description How hard a browser must work before it registers a guest, signs up or mails a list; 0: not at all. */
                                    proofOfWorkBits?: number;
                                };
                                results: {
                                    /** @description For how many days before an order a click, an alert or a saved item can have led to it. */
                                    windowDays?: number;
                                    /** @description Whether an alert that was delivered counts, although nobody followed its link. */
                                    viewThrough?: boolean;
                                };
                                privacy: {
                                    /** @description After how many days without a change the lists of a guest are deleted; without it, they are kept. */
                                    guestDays?: number;
                                    /** @description After how many days without an open alert an address is deleted, with its consents and its history; without it, it is kept. */
                                    leftDays?: number;
                                    /** @description How many days a confirmed sign-up is kept whose alert belongs to somebody else. */
                                    requestDays?: number;
                                };
                                setup: {
                                    /** @description The steps of setting up the store that the merchant has skipped in the dashboard. */
                                    skipped?: ("look" | "script" | "stock" | "sender" | "rehearsal")[];
                                    /**
                                     * @description When the merchant finished setting up the store in the dashboard; without it, not yet.
                                     * @example 2026-11-15T09:30:00Z
                                     */
                                    finishedAt?: string;
                                };
                            };
                            /** @description Names of the settings that are not at their default */
                            own: string[];
                        };
                    };
                };
                /** @description Default Response */
                "4XX": {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Failure"];
                    };
                };
                /** @description Default Response */
                "5XX": {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Failure"];
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/storeadmin/v3/keys": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the keys of the store
         * @description Keys that work come first. The text of a key is shown only once, when it is made. Needs the scope `keys`. Roles that have it: owner.
         */
        get: {
            parameters: {
                query?: never;
                header?: {
                    /** @description For members: the token of the open store, from GET /storeadmin/v3/me */
                    "Keepsake-Csrf"?: string;
                };
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description Default Response */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            keys: {
                                id: string;
                                name: string;
                                scopes: ("identity" | "subscriptions" | "catalog" | "alerts" | "lists:read" | "lists:write" | "settings:read" | "settings:write" | "insights" | "people:read" | "people:addresses" | "people:reveal" | "people:write" | "people:export" | "orders" | "webhooks" | "keys" | "team" | "audit" | "admin")[];
                                /** Format: date-time */
                                createdAt: string;
                                expiresAt: string | null;
                                revokedAt: string | null;
                                lastUsedAt: string | null;
                            }[];
                        };
                    };
                };
                /** @description Default Response */
                "4XX": {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Failure"];
                    };
                };
                /** @description Default Response */
                "5XX": {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Failure"];
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/storeadmin/v3/keys/create": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Create a key
         * @description A key cannot make one that may do more than itself. An owner may make any. Needs the scope `keys`. Roles that have it: owner, with a fresh proof.
         */
        post: {
            parameters: {
                query?: never;
                header?: {
                    /** @description A call that is repeated with the same key has its effect once */
                    "Idempotency-Key"?: string;
                    /** @description For members: the token of the open store, from GET /storeadmin/v3/me */
                    "Keepsake-Csrf"?: string;
                    /** @description For members: the token of a fresh proof that it is them. docs/members.md explains how to get one */
                    "Keepsake-Step-Up"?: string;
                };
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": {
                        /** @description Where the key is used */
                        name: string;
                        /** @description By default identity and subscriptions */
                        scopes?: ("identity" | "subscriptions" | "catalog" | "alerts" | "lists:read" | "lists:write" | "settings:read" | "settings:write" | "insights" | "people:read" | "people:addresses" | "people:reveal" | "people:write" | "people:export" | "orders" | "webhooks" | "keys" | "team" | "audit" | "admin")[];
                    };
                };
            };
            responses: {
                /** @description Default Response */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            id: string;
                            name: string;
                            scopes: ("identity" | "subscriptions" | "catalog" | "alerts" | "lists:read" | "lists:write" | "settings:read" | "settings:write" | "insights" | "people:read" | "people:addresses" | "people:reveal" | "people:write" | "people:export" | "orders" | "webhooks" | "keys" | "team" | "audit" | "admin")[];
                            /** @description Store it now: it is not shown again */
                            key: string;
                        };
                    };
                };
                /** @description Default Response */
                "4XX": {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Failure"];
                    };
                };
                /** @description Default Response */
                "5XX": {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Failure"];
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/storeadmin/v3/keys/rotate": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Replace a key
         * @description Makes a key with the same name and scopes. The old one works until the overlap is over, and cannot be replaced again. Needs the scope `keys`. Roles that have it: owner, with a fresh proof.
         */
        post: {
            parameters: {
                query?: never;
                header?: {
                    /** @description A call that is repeated with the same key has its effect once */
                    "Idempotency-Key"?: string;
                    /** @description For members: the token of the open store, from GET /storeadmin/v3/me */
                    "Keepsake-Csrf"?: string;
                    /** @description For members: the token of a fresh proof that it is them. docs/members.md explains how to get one */
                    "Keepsake-Step-Up"?: string;
                };
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": {
                        /**
                         * @description Id of the key
                         * @example abcd1234
                         */
                        id: string;
                        /** @description How long the old key works; by default a day */
                        overlapSeconds?: number;
                    };
                };
            };
            responses: {
                /** @description Default Response */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            id: string;
                            name: string;
                            scopes: ("identity" | "subscriptions" | "catalog" | "alerts" | "lists:read" | "lists:write" | "settings:read" | "settings:write" | "insights" | "people:read" | "people:addresses" | "people:reveal" | "people:write" | "people:export" | "orders" | "webhooks" | "keys" | "team" | "audit" | "admin")[];
                            /** @description Store it now: it is not shown again */
                            key: string;
                        };
                    };
                };
                /** @description Default Response */
                "4XX": {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Failure"];
                    };
                };
                /** @description Default Response */
                "5XX": {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Failure"];
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/storeadmin/v3/keys/revoke": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * End a key
         * @description It stops working everywhere within five seconds. Needs the scope `keys`. Roles that have it: owner, with a fresh proof.
         */
        post: {
            parameters: {
                query?: never;
                header?: {
                    /** @description A call that is repeated with the same key has its effect once */
                    "Idempotency-Key"?: string;
                    /** @description For members: the token of the open store, from GET /storeadmin/v3/me */
                    "Keepsake-Csrf"?: string;
                    /** @description For members: the token of a fresh proof that it is them. docs/members.md explains how to get one */
                    "Keepsake-Step-Up"?: string;
                };
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": {
                        /**
                         * @description Id of the key
                         * @example abcd1234
                         */
                        id: string;
                    };
                };
            };
            responses: {
                /** @description Default Response */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            message: string;
                            id: string;
                        };
                    };
                };
                /** @description Default Response */
                "4XX": {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Failure"];
                    };
                };
                /** @description Default Response */
                "5XX": {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Failure"];
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/storeadmin/v3/me": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Show who is calling
         * @description The key or member behind the call, what it may do, how a member signs in, and the stores that they can open. Needs no scope.
         */
        get: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description Default Response */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            kind: "key" | "member" | "operator";
                            /** @description Id of the key, or email address of the person */
                            id: string;
                            name: string;
                            /** @description The store that the calls are about; null when a person is a member of none, or of several and has opened none */
                            store: {
                                pid: string;
                                name: string;
                            } | null;
                            /** @description Role of a member in this store; null for a key, for an operator, and without a store */
                            role: ("owner" | "manager" | "support" | "viewer") | null;
                            /** @description When the store closes for an operator who looks at it; null for everybody else */
                            until: string | null;
                            scopes: ("identity" | "subscriptions" | "catalog" | "alerts" | "lists:read" | "lists:write" | "settings:read" | "settings:write" | "insights" | "people:read" | "people:addresses" | "people:reveal" | "people:write" | "people:export" | "orders" | "webhooks" | "keys" | "team" | "audit" | "admin")[];
                            /** @description What the person has set up to sign in and to confirm that it is them; null for a key */
                            factors: {
                                /** @description An authenticator app */
                                app: boolean;
                                passkey: boolean;
                                password: boolean;
                            } | null;
                            /** @description Whether the person may look at every store (`npx keepsake operator add`) */
                            isOperator: boolean;
                            /** @description Stores that a member can open */
                            stores: {
                                pid: string;
                                name: string;
                                /** @enum {unknown} */
                                role: "owner" | "manager" | "support" | "viewer";
                                /** @description Whether it holds sample data (`samples/create`) */
                                sample: boolean;
                            }[];
                            /** @description For the dashboard: send it as `Keepsake-Csrf` with every call for this store. null for a key */
                            csrf: string | null;
                        };
                    };
                };
                /** @description Default Response */
                "4XX": {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Failure"];
                    };
                };
                /** @description Default Response */
                "5XX": {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Failure"];
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/storeadmin/v3/me/open-store": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Open another store in the dashboard
         * @description Only for dashboard sessions: a key always belongs to one store. Somebody who is a member of several opens one before all other calls. The tokens of the store that was open before end. Operators may open any store for 30 minutes, to look at it. For everyone who is signed in, not for keys.
         */
        post: {
            parameters: {
                query?: never;
                header?: {
                    /** @description For members: the token of the open store, from GET /storeadmin/v3/me */
                    "Keepsake-Csrf"?: string;
                };
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": {
                        /** @description pid of the store */
                        store: string;
                        /** @description Why an operator looks at the store; its audit log shows it */
                        reason?: string;
                    };
                    "application/x-www-form-urlencoded": {
                        /** @description pid of the store */
                        store: string;
                        /** @description Why an operator looks at the store; its audit log shows it */
                        reason?: string;
                    };
                };
            };
            responses: {
                /** @description Default Response */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            message: string;
                            store: string;
                            /** @description Send it as `Keepsake-Csrf` from now on */
                            csrf: string;
                        };
                    };
                };
                /** @description Default Response */
                "4XX": {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Failure"];
                    };
                };
                /** @description Default Response */
                "5XX": {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Failure"];
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/storeadmin/v3/connections": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Show what was seen of the shop
         * @description When and from where its script called, when shoppers saved items, when its server reported stock, products and orders, and how its connectors are doing. What is seen for the first time is shown within two seconds; the times of what is seen again may be three minutes late. Needs the scope `settings:read`. Roles that have it: owner, manager, support, viewer, operator.
         */
        get: {
            parameters: {
                query?: never;
                header?: {
                    /** @description For members: the token of the open store, from GET /storeadmin/v3/me */
                    "Keepsake-Csrf"?: string;
                };
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description Default Response */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            script: {
                                firstSeen: string | null;
                                lastSeen: string | null;
                                /** @description The pages' origins, those seen last come first */
                                origins: {
                                    origin: string;
                                    /** Format: date-time */
                                    firstSeen: string;
                                    /** Format: date-time */
                                    lastSeen: string;
                                }[];
                            };
                            firstSave: string | null;
                            lastSave: string | null;
                            stock: {
                                lastReport: string | null;
                                keyName: string | null;
                            };
                            catalogue: {
                                lastReport: string | null;
                                keyName: string | null;
                            };
                            orders: {
                                lastReport: string | null;
                                keyName: string | null;
                            };
                            /** @description The programs that report the platform's stock, products and orders */
                            connectors: {
                                name: string;
                                version: string | null;
                                shop: string | null;
                                /**
                                 * Format: date-time
                                 * @description When it first reported
                                 */
                                firstSeen: string;
                                /**
                                 * Format: date-time
                                 * @description When it last reported
                                 */
                                lastSeen: string;
                                lastEvent: string | null;
                                lagMs: number | null;
                                reconcile: {
                                    /**
                                     * Format: date-time
                                     * @description Begin
                                     */
                                    startedAt: string;
                                    /**
                                     * Format: date-time
                                     * @description End
                                     */
                                    finishedAt: string;
                                    checked: number;
                                    corrected: number;
                                } | null;
                                /** @description Whether it reserves units for people who accept an offer */
                                reserves: boolean;
                                problem: string | null;
                                problemSince: string | null;
                            }[];
                        };
                    };
                };
                /** @description Default Response */
                "4XX": {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Failure"];
                    };
                };
                /** @description Default Response */
                "5XX": {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Failure"];
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/storeadmin/v3/connectors/report": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Report how a connector is doing
         * @description For programs that connect a platform: after each reconcile, and at most every 30 seconds after events. What a report leaves out stays as it was, except for `problem`: without it, nothing is wrong any more. The merchant sees it on the Connections page, and as a problem when the connector goes quiet. A store has at most 20 connectors. Needs the scope `catalog`. Roles that have it: owner, manager.
         */
        post: {
            parameters: {
                query?: never;
                header?: {
                    /** @description For members: the token of the open store, from GET /storeadmin/v3/me */
                    "Keepsake-Csrf"?: string;
                };
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": {
                        /**
                         * @description 1 to 40 of a-z, 0-9 and -. Each name is one connector of the store
                         * @example medusa
                         */
                        name: string;
                        version?: string;
                        /**
                         * @description The address of the shop at its platform
                         * @example https://admin.shop.example
                         */
                        shop?: string;
                        /** @description Whether it polls offers/holds and reserves units for people who accept an offer */
                        reserves?: boolean;
                        /** @description The last change that it passed on */
                        event?: {
                            /**
                             * @description When the platform changed something: ISO 8601 with a zone
                             * @example 2026-11-15T09:30:00Z
                             */
                            at: string;
                            /** @description The longest time since the last report between a change at the platform and Keepsake's answer */
                            lagMs: number;
                        };
                        /** @description The last comparison of all stock */
                        reconcile?: {
                            /**
                             * @description When it began: ISO 8601 with a zone
                             * @example 2026-11-15T09:30:00Z
                             */
                            startedAt: string;
                            /**
                             * @description When it ended: ISO 8601 with a zone
                             * @example 2026-11-15T09:30:00Z
                             */
                            finishedAt: string;
                            /** @description How many quantities it compared */
                            checked: number;
                            /** @description How many of them were wrong */
                            corrected: number;
                        };
                        /** @description What is wrong and how to mend it, in every report while it lasts. A report without it, or with null, says that nothing is wrong */
                        problem?: string;
                    };
                };
            };
            responses: {
                /** @description Default Response */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            message: string;
                        };
                    };
                };
                /** @description Default Response */
                "4XX": {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Failure"];
                    };
                };
                /** @description Default Response */
                "5XX": {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Failure"];
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/storeadmin/v3/connectors/remove": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Forget a connector
         * @description For one that does not run any more. It comes back with its next report. Needs the scope `settings:write`. Roles that have it: owner, manager.
         */
        post: {
            parameters: {
                query?: never;
                header?: {
                    /** @description A call that is repeated with the same key has its effect once */
                    "Idempotency-Key"?: string;
                    /** @description For members: the token of the open store, from GET /storeadmin/v3/me */
                    "Keepsake-Csrf"?: string;
                };
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": {
                        /**
                         * @description 1 to 40 of a-z, 0-9 and -. Each name is one connector of the store
                         * @example medusa
                         */
                        name: string;
                    };
                };
            };
            responses: {
                /** @description Default Response */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            message: string;
                            changed: boolean;
                        };
                    };
                };
                /** @description Default Response */
                "4XX": {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Failure"];
                    };
                };
                /** @description Default Response */
                "5XX": {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Failure"];
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/storeadmin/v3/members": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the members of the store's organisation
         * @description The people who can sign in to the dashboard, with their roles, and whether they have a second factor. Needs the scope `team`. Roles that have it: owner.
         */
        get: {
            parameters: {
                query?: never;
                header?: {
                    /** @description For members: the token of the open store, from GET /storeadmin/v3/me */
                    "Keepsake-Csrf"?: string;
                };
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description Default Response */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            members: {
                                email: string;
                                /** @enum {unknown} */
                                role: "owner" | "manager" | "support" | "viewer";
                                invitedBy: string;
                                /** Format: date-time */
                                invitedAt: string;
                                /** @description null until they have signed in */
                                joinedAt: string | null;
                                /** @description Whether they have set up an authenticator app or a passkey */
                                secondFactor: boolean;
                            }[];
                        };
                    };
                };
                /** @description Default Response */
                "4XX": {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Failure"];
                    };
                };
                /** @description Default Response */
                "5XX": {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Failure"];
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/storeadmin/v3/members/invite": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Invite a member, or change the role of one
         * @description They get a mail, and sign in with a link that is mailed to them. A member has the same role in every store of the organisation, so a key can change members only where it has no other store. A key cannot give a role that may do more than itself. Needs the scope `team`. Roles that have it: owner, with a fresh proof.
         */
        post: {
            parameters: {
                query?: never;
                header?: {
                    /** @description A call that is repeated with the same key has its effect once */
                    "Idempotency-Key"?: string;
                    /** @description For members: the token of the open store, from GET /storeadmin/v3/me */
                    "Keepsake-Csrf"?: string;
                    /** @description For members: the token of a fresh proof that it is them. docs/members.md explains how to get one */
                    "Keepsake-Step-Up"?: string;
                };
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": {
                        /** @description Email address of the member */
                        email: string;
                        /** @enum {unknown} */
                        role: "owner" | "manager" | "support" | "viewer";
                    };
                    "application/x-www-form-urlencoded": {
                        /** @description Email address of the member */
                        email: string;
                        /** @enum {unknown} */
                        role: "owner" | "manager" | "support" | "viewer";
                    };
                };
            };
            responses: {
                /** @description Default Response */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            message: string;
                            email: string;
                        };
                    };
                };
                /** @description Default Response */
                "4XX": {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Failure"];
                    };
                };
                /** @description Default Response */
                "5XX": {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Failure"];
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/storeadmin/v3/members/change-role": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Change the role of a member
         * @description A key cannot give a role that may do more than itself. Needs the scope `team`. Roles that have it: owner, with a fresh proof.
         */
        post: {
            parameters: {
                query?: never;
                header?: {
                    /** @description A call that is repeated with the same key has its effect once */
                    "Idempotency-Key"?: string;
                    /** @description For members: the token of the open store, from GET /storeadmin/v3/me */
                    "Keepsake-Csrf"?: string;
                    /** @description For members: the token of a fresh proof that it is them. docs/members.md explains how to get one */
                    "Keepsake-Step-Up"?: string;
                };
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": {
                        /** @description Email address of the member */
                        email: string;
                        /** @enum {unknown} */
                        role: "owner" | "manager" | "support" | "viewer";
                    };
                    "application/x-www-form-urlencoded": {
                        /** @description Email address of the member */
                        email: string;
                        /** @enum {unknown} */
                        role: "owner" | "manager" | "support" | "viewer";
                    };
                };
            };
            responses: {
                /** @description Default Response */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            message: string;
                            email: string;
                        };
                    };
                };
                /** @description Default Response */
                "4XX": {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Failure"];
                    };
                };
                /** @description Default Response */
                "5XX": {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Failure"];
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/storeadmin/v3/members/remove": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Remove a member
         * @description From their next call on, the store is closed to them. Needs the scope `team`. Roles that have it: owner, with a fresh proof.
         */
        post: {
            parameters: {
                query?: never;
                header?: {
                    /** @description A call that is repeated with the same key has its effect once */
                    "Idempotency-Key"?: string;
                    /** @description For members: the token of the open store, from GET /storeadmin/v3/me */
                    "Keepsake-Csrf"?: string;
                    /** @description For members: the token of a fresh proof that it is them. docs/members.md explains how to get one */
                    "Keepsake-Step-Up"?: string;
                };
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": {
                        /** @description Email address of the member */
                        email: string;
                    };
                    "application/x-www-form-urlencoded": {
                        /** @description Email address of the member */
                        email: string;
                    };
                };
            };
            responses: {
                /** @description Default Response */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            message: string;
                            email: string;
                        };
                    };
                };
                /** @description Default Response */
                "4XX": {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Failure"];
                    };
                };
                /** @description Default Response */
                "5XX": {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Failure"];
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/storeadmin/v3/catalog/upsert": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Create or update products, prices and stock
         * @description Up to 500 variants. A field that is null is removed, one that is absent stays. Needs the scope `catalog`. Roles that have it: owner, manager.
         */
        post: {
            parameters: {
                query?: never;
                header?: {
                    /** @description A call that is repeated with the same key has its effect once */
                    "Idempotency-Key"?: string;
                    /** @description For members: the token of the open store, from GET /storeadmin/v3/me */
                    "Keepsake-Csrf"?: string;
                };
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": {
                        variants: {
                            /** @description A whole number or a text of 1 to 64 characters */
                            epi: string | number;
                            /** @description A whole number or a text of 1 to 64 characters */
                            empi?: string | number;
                            bt?: string | null;
                            dt?: string | null;
                            sku?: string | null;
                            du?: string | "" | null;
                            uri?: string | "" | null;
                            iu?: string | null;
                            vi?: string | null;
                            pr?: number | null;
                            compareAtPrice?: number | null;
                            /**
                             * @description ISO 4217
                             * @example EUR
                             */
                            currency?: string;
                            /** @description By the name of the market: what differs there. A market without a price of its own has the price and currency of the variant */
                            markets?: {
                                [key: string]: {
                                    pr?: number | null;
                                    compareAtPrice?: number | null;
                                    currency?: string | null;
                                    du?: string | "" | null;
                                    uri?: string | "" | null;
                                };
                            };
                            tags?: string[];
                            stk?: number;
                            /** @description ISO 8601 with a zone, e.g. 2026-11-15T09:30:00Z */
                            occurredAt?: string;
                        }[];
                    };
                };
            };
            responses: {
                /** @description Default Response */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            message: string;
                            variants: number;
                        };
                    };
                };
                /** @description Default Response */
                "4XX": {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Failure"];
                    };
                };
                /** @description Default Response */
                "5XX": {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Failure"];
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/storeadmin/v3/inventory/set": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Report stock
         * @description Absolute quantities of up to 500 variants and locations. A report that is older than the known one changes nothing, however often it is sent. Needs the scope `catalog`. Roles that have it: owner, manager.
         */
        post: {
            parameters: {
                query?: never;
                header?: {
                    /** @description A call that is repeated with the same key has its effect once */
                    "Idempotency-Key"?: string;
                    /** @description For members: the token of the open store, from GET /storeadmin/v3/me */
                    "Keepsake-Csrf"?: string;
                };
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": {
                        levels: {
                            /** @description A whole number or a text of 1 to 64 characters */
                            epi: string | number;
                            location?: string;
                            quantity: number;
                            /** @description ISO 8601 with a zone, e.g. 2026-11-15T09:30:00Z */
                            occurredAt: string;
                        }[];
                    };
                };
            };
            responses: {
                /** @description Default Response */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            message: string;
                            /** @description Reports that were newer than the known stock */
                            changed: number;
                            /** @description Newer levels whose quantity differed from the stored one. A level that was not stored yet counts unless its quantity is 0 */
                            corrected: number;
                        };
                    };
                };
                /** @description Default Response */
                "4XX": {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Failure"];
                    };
                };
                /** @description Default Response */
                "5XX": {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Failure"];
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/storeadmin/v3/alerts/send": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Send an alert to everyone who waits under a topic
         * @description For topics that no stock change starts, such as comingsoon. The store's policy decides who is notified, and in which order. Needs the scope `alerts`. Roles that have it: owner, manager, with a fresh proof.
         */
        post: {
            parameters: {
                query?: never;
                header?: {
                    /** @description A call that is repeated with the same key has its effect once */
                    "Idempotency-Key"?: string;
                    /** @description For members: the token of the open store, from GET /storeadmin/v3/me */
                    "Keepsake-Csrf"?: string;
                    /** @description For members: the token of a fresh proof that it is them. docs/members.md explains how to get one */
                    "Keepsake-Step-Up"?: string;
                };
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": {
                        /** @description The variant: a whole number or a text of 1 to 64 characters */
                        epi: string | number;
                        /** @description Only this market of the variant, by its name in the settings. Without it, the variant as a whole */
                        market?: string;
                        /** @description backinstock, comingsoon, pricedrop, lowstock, or a topic of the shop's own */
                        topic: string;
                    };
                    "application/x-www-form-urlencoded": {
                        /** @description The variant: a whole number or a text of 1 to 64 characters */
                        epi: string | number;
                        /** @description Only this market of the variant, by its name in the settings. Without it, the variant as a whole */
                        market?: string;
                        /** @description backinstock, comingsoon, pricedrop, lowstock, or a topic of the shop's own */
                        topic: string;
                    };
                };
            };
            responses: {
                /** @description Default Response */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            message: string;
                            plan: string;
                        };
                    };
                };
                /** @description Default Response */
                "4XX": {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Failure"];
                    };
                };
                /** @description Default Response */
                "5XX": {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Failure"];
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/storeadmin/v3/alerts/plans": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * List the plans of a variant
         * @description The last 20 plans: the policy, the stock counted before each wave, how many people were selected, and how the deliveries ended. Needs the scope `alerts`. Roles that have it: owner, manager.
         */
        post: {
            parameters: {
                query?: never;
                header?: {
                    /** @description For members: the token of the open store, from GET /storeadmin/v3/me */
                    "Keepsake-Csrf"?: string;
                };
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": {
                        /** @description The variant: a whole number or a text of 1 to 64 characters */
                        epi: string | number;
                        /** @description Only this market of the variant, by its name in the settings. Without it, the variant as a whole */
                        market?: string;
                        /** @description backinstock, comingsoon, pricedrop, lowstock, or a topic of the shop's own */
                        topic?: string;
                    };
                    "application/x-www-form-urlencoded": {
                        /** @description The variant: a whole number or a text of 1 to 64 characters */
                        epi: string | number;
                        /** @description Only this market of the variant, by its name in the settings. Without it, the variant as a whole */
                        market?: string;
                        /** @description backinstock, comingsoon, pricedrop, lowstock, or a topic of the shop's own */
                        topic?: string;
                    };
                };
            };
            responses: {
                /** @description Default Response */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            plans: components["schemas"]["Plan"][];
                        };
                    };
                };
                /** @description Default Response */
                "4XX": {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Failure"];
                    };
                };
                /** @description Default Response */
                "5XX": {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Failure"];
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/storeadmin/v3/alerts/hold": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Pause a plan: no one else is notified until you resume it
         * @description Needs the scope `alerts`. Roles that have it: owner, manager.
         */
        post: {
            parameters: {
                query?: never;
                header?: {
                    /** @description A call that is repeated with the same key has its effect once */
                    "Idempotency-Key"?: string;
                    /** @description For members: the token of the open store, from GET /storeadmin/v3/me */
                    "Keepsake-Csrf"?: string;
                };
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": {
                        /**
                         * @description The id of a plan, as alerts/plans returns it
                         * @example 1234567
                         */
                        plan: string;
                    };
                    "application/x-www-form-urlencoded": {
                        /**
                         * @description The id of a plan, as alerts/plans returns it
                         * @example 1234567
                         */
                        plan: string;
                    };
                };
            };
            responses: {
                /** @description Default Response */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            plan: string;
                            state: string;
                        };
                    };
                };
                /** @description Default Response */
                "4XX": {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Failure"];
                    };
                };
                /** @description Default Response */
                "5XX": {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Failure"];
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/storeadmin/v3/alerts/resume": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Resume a paused plan
         * @description Needs the scope `alerts`. Roles that have it: owner, manager, with a fresh proof.
         */
        post: {
            parameters: {
                query?: never;
                header?: {
                    /** @description A call that is repeated with the same key has its effect once */
                    "Idempotency-Key"?: string;
                    /** @description For members: the token of the open store, from GET /storeadmin/v3/me */
                    "Keepsake-Csrf"?: string;
                    /** @description For members: the token of a fresh proof that it is them. docs/members.md explains how to get one */
                    "Keepsake-Step-Up"?: string;
                };
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": {
                        /**
                         * @description The id of a plan, as alerts/plans returns it
                         * @example 1234567
                         */
                        plan: string;
                    };
                    "application/x-www-form-urlencoded": {
                        /**
                         * @description The id of a plan, as alerts/plans returns it
                         * @example 1234567
                         */
                        plan: string;
                    };
                };
            };
            responses: {
                /** @description Default Response */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            plan: string;
                            state: string;
                        };
                    };
                };
                /** @description Default Response */
                "4XX": {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Failure"];
                    };
                };
                /** @description Default Response */
                "5XX": {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Failure"];
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/storeadmin/v3/alerts/cancel": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Cancel a plan: people who were not notified keep their place
         * @description Needs the scope `alerts`. Roles that have it: owner, manager.
         */
        post: {
            parameters: {
                query?: never;
                header?: {
                    /** @description A call that is repeated with the same key has its effect once */
                    "Idempotency-Key"?: string;
                    /** @description For members: the token of the open store, from GET /storeadmin/v3/me */
                    "Keepsake-Csrf"?: string;
                };
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": {
                        /**
                         * @description The id of a plan, as alerts/plans returns it
                         * @example 1234567
                         */
                        plan: string;
                    };
                    "application/x-www-form-urlencoded": {
                        /**
                         * @description The id of a plan, as alerts/plans returns it
                         * @example 1234567
                         */
                        plan: string;
                    };
                };
            };
            responses: {
                /** @description Default Response */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            plan: string;
                            state: string;
                        };
                    };
                };
                /** @description Default Response */
                "4XX": {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Failure"];
                    };
                };
                /** @description Default Response */
                "5XX": {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Failure"];
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/storeadmin/v3/alerts/rehearse": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Preview who would be notified if this many units came now
         * @description Makes the same selection as a restock, with the store's policy or one that you try. Nothing is sent and nothing changes. Needs the scope `alerts`. Roles that have it: owner, manager.
         */
        post: {
            parameters: {
                query?: never;
                header?: {
                    /** @description For members: the token of the open store, from GET /storeadmin/v3/me */
                    "Keepsake-Csrf"?: string;
                };
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": {
                        /** @description The variant: a whole number or a text of 1 to 64 characters */
                        epi: string | number;
                        /** @description Only this market of the variant, by its name in the settings. Without it, the variant as a whole */
                        market?: string;
                        /** @description backinstock, comingsoon, pricedrop, lowstock, or a topic of the shop's own */
                        topic?: string;
                        units: number | string;
                        /** @description Only as JSON. Rules to try that are not saved; those left out are the store's own */
                        policy?: {
                            /** @description Who is notified of a restock: everybody, as many as there are units, or one wave after the other. */
                            audience?: "all" | "per-unit" | "waves";
                            /** @description Who is notified first: who has waited longest, who has waited shortest, or who is drawn by lot. */
                            order?: "oldest" | "newest" | "drawn";
                            /** @description How many shoppers are notified for each unit. */
                            perUnit?: number;
                            /** @description How many shoppers a wave has. */
                            waveSize?: number;
                            /** @description How many seconds pass between two waves. */
                            waitSeconds?: number;
                            /** @description For how many minutes a shopper who is notified of a restock has the first chance: the units are offered to nobody else. 0: no offers. */
                            offerMinutes?: number;
                            /** @description How many units one shopper is offered at most, and counts as with `per-unit`, whatever they ask for. */
                            unitsMax?: number;
                            /** @description Whether shoppers who decline or do not answer an offer keep their place for the next restock. */
                            afterOffer?: "keep" | "leave";
                        };
                    };
                    "application/x-www-form-urlencoded": {
                        /** @description The variant: a whole number or a text of 1 to 64 characters */
                        epi: string | number;
                        /** @description Only this market of the variant, by its name in the settings. Without it, the variant as a whole */
                        market?: string;
                        /** @description backinstock, comingsoon, pricedrop, lowstock, or a topic of the shop's own */
                        topic?: string;
                        units: number | string;
                        /** @description Only as JSON. Rules to try that are not saved; those left out are the store's own */
                        policy?: {
                            /** @description Who is notified of a restock: everybody, as many as there are units, or one wave after the other. */
                            audience?: "all" | "per-unit" | "waves";
                            /** @description Who is notified first: who has waited longest, who has waited shortest, or who is drawn by lot. */
                            order?: "oldest" | "newest" | "drawn";
                            /** @description How many shoppers are notified for each unit. */
                            perUnit?: number;
                            /** @description How many shoppers a wave has. */
                            waveSize?: number;
                            /** @description How many seconds pass between two waves. */
                            waitSeconds?: number;
                            /** @description For how many minutes a shopper who is notified of a restock has the first chance: the units are offered to nobody else. 0: no offers. */
                            offerMinutes?: number;
                            /** @description How many units one shopper is offered at most, and counts as with `per-unit`, whatever they ask for. */
                            unitsMax?: number;
                            /** @description Whether shoppers who decline or do not answer an offer keep their place for the next restock. */
                            afterOffer?: "keep" | "leave";
                        };
                    };
                };
            };
            responses: {
                /** @description Default Response */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            /** @description Who is notified, and in which order */
                            policy: {
                                audience: string;
                                order: string;
                                perUnit: number;
                                waveSize: number;
                                waitSeconds: number;
                                /** @description Units that one person counts as at most; absent in plans of older versions */
                                unitsMax?: number;
                                price?: {
                                    currency: string;
                                    from: number;
                                    to: number;
                                };
                                /** @description The merchant started it without stock */
                                ignoresStock?: boolean;
                                offer?: {
                                    minutes: number;
                                    after: string;
                                };
                            };
                            waiting: number;
                            /** @description How many would be notified */
                            told: number;
                            /** @description The first of them */
                            people: {
                                place: number;
                                medium: string;
                                /** @description Masked */
                                address: string;
                                quantity: number;
                            }[];
                            left: number;
                            /** @description What would happen next */
                            next: string;
                        };
                    };
                };
                /** @description Default Response */
                "4XX": {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Failure"];
                    };
                };
                /** @description Default Response */
                "5XX": {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Failure"];
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/storeadmin/v3/alerts/explain": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Explain why a shopper was notified or not
         * @description State, place in line and every change of one subscription, with the plans of its variant and topic. Needs the scope `alerts`. Roles that have it: owner, manager.
         */
        post: {
            parameters: {
                query?: never;
                header?: {
                    /** @description For members: the token of the open store, from GET /storeadmin/v3/me */
                    "Keepsake-Csrf"?: string;
                };
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": {
                        /** @description The variant: a whole number or a text of 1 to 64 characters */
                        epi: string | number;
                        /** @description Only this market of the variant, by its name in the settings. Without it, the variant as a whole */
                        market?: string;
                        /** @description backinstock, comingsoon, pricedrop, lowstock, or a topic of the shop's own */
                        topic?: string;
                        medium: "email" | "sms";
                        mediumvalue: string;
                    };
                    "application/x-www-form-urlencoded": {
                        /** @description The variant: a whole number or a text of 1 to 64 characters */
                        epi: string | number;
                        /** @description Only this market of the variant, by its name in the settings. Without it, the variant as a whole */
                        market?: string;
                        /** @description backinstock, comingsoon, pricedrop, lowstock, or a topic of the shop's own */
                        topic?: string;
                        medium: "email" | "sms";
                        mediumvalue: string;
                    };
                };
            };
            responses: {
                /** @description Default Response */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            because: string;
                            subscription: {
                                state: string;
                                quantity: number;
                                /** @description Signed up, in milliseconds since 1970 */
                                cts: number;
                                place: number | null;
                                /** @description Every change, newest first */
                                ledger: {
                                    /** @description When, in milliseconds since 1970 */
                                    ts: number;
                                    state: string;
                                    reason: string;
                                    /** @description What the sentence beside it says, for programs: its code and values. null: there is none, or only the sentence is known */
                                    why: components["schemas"]["HappeningWhy"] | null;
                                    plan: string | null;
                                }[];
                            } | null;
                            plans: components["schemas"]["Plan"][];
                        };
                    };
                };
                /** @description Default Response */
                "4XX": {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Failure"];
                    };
                };
                /** @description Default Response */
                "5XX": {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Failure"];
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/storeadmin/v3/alerts/bought": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Report that a shopper bought the product they waited for
         * @description Ends their subscription and their offer. Report the remaining stock with inventory/set, before this call or within a minute. Repeating the call changes nothing. Needs the scope `alerts`. Roles that have it: owner, manager.
         */
        post: {
            parameters: {
                query?: never;
                header?: {
                    /** @description A call that is repeated with the same key has its effect once */
                    "Idempotency-Key"?: string;
                    /** @description For members: the token of the open store, from GET /storeadmin/v3/me */
                    "Keepsake-Csrf"?: string;
                };
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": {
                        /** @description The variant: a whole number or a text of 1 to 64 characters */
                        epi: string | number;
                        /** @description Only this market of the variant, by its name in the settings. Without it, the variant as a whole */
                        market?: string;
                        /** @description backinstock, comingsoon, pricedrop, lowstock, or a topic of the shop's own */
                        topic?: string;
                        medium: "email" | "sms";
                        mediumvalue: string;
                    };
                    "application/x-www-form-urlencoded": {
                        /** @description The variant: a whole number or a text of 1 to 64 characters */
                        epi: string | number;
                        /** @description Only this market of the variant, by its name in the settings. Without it, the variant as a whole */
                        market?: string;
                        /** @description backinstock, comingsoon, pricedrop, lowstock, or a topic of the shop's own */
                        topic?: string;
                        medium: "email" | "sms";
                        mediumvalue: string;
                    };
                };
            };
            responses: {
                /** @description Default Response */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            message: string;
                            changed: boolean;
                        };
                    };
                };
                /** @description Default Response */
                "4XX": {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Failure"];
                    };
                };
                /** @description Default Response */
                "5XX": {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Failure"];
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/storeadmin/v3/offers/holds": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List what to reserve at the platform, and what to release
         * @description For connectors that reserve units for people who accept an offer, every few seconds: reserve what is `wanted`, release what is `ending`, and report both. Store `offer` with the reservation at the platform, so that none is made twice or forgotten. A store has these only while such a connector reports (`reserves` in connectors/report). Needs the scope `alerts`. Roles that have it: owner, manager.
         */
        get: {
            parameters: {
                query?: {
                    /** @description `open`: what there is to reserve (wanted) and to release (ending), the default. `held`: what is reserved */
                    state?: "open" | "held";
                    /** @description `next` of the page before */
                    after?: string;
                    /** @description 1 to 500; 100 if left out */
                    limit?: string;
                };
                header?: {
                    /** @description For members: the token of the open store, from GET /storeadmin/v3/me */
                    "Keepsake-Csrf"?: string;
                };
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description Default Response */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            holds: {
                                /**
                                 * @description The acceptance of an offer: the same in every call, and unlike any other
                                 * @example 8c2f5a0e-7c1d-4b1e-9a53-0f6b8a1f2d47
                                 */
                                offer: string;
                                /** @description Variant id */
                                epi: string | number;
                                /** @description The market of the variant; absent for the variant as a whole */
                                market?: string;
                                /** @description The locations that the market sells from: reserve the units at these. Without this field, at any location */
                                locations?: string[];
                                empi: (string | number) | null;
                                units: number;
                                /**
                                 * Format: date-time
                                 * @description When the offer ends, unless it ends before
                                 */
                                until: string;
                                /**
                                 * @description `wanted`: reserve it now. `held`: it is reserved. `ending`: the offer is over, release it now
                                 * @enum {unknown}
                                 */
                                state: "wanted" | "held" | "ending";
                                reference: string | null;
                                url: string | null;
                            }[];
                            next: string | null;
                        };
                    };
                };
                /** @description Default Response */
                "4XX": {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Failure"];
                    };
                };
                /** @description Default Response */
                "5XX": {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Failure"];
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/storeadmin/v3/offers/holds/report": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Report what was reserved, refused or released
         * @description Up to 500 at a time. Repeating a report changes nothing. What is reported as `held` after its offer has ended is listed as `ending` again. `refused`: the platform has no unit left, or cannot reserve; the offer stays a first chance. An `offer` that is not known changes nothing. Needs the scope `alerts`. Roles that have it: owner, manager.
         */
        post: {
            parameters: {
                query?: never;
                header?: {
                    /** @description For members: the token of the open store, from GET /storeadmin/v3/me */
                    "Keepsake-Csrf"?: string;
                };
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": {
                        holds: {
                            /**
                             * @description The acceptance of an offer: the same in every call, and unlike any other
                             * @example 8c2f5a0e-7c1d-4b1e-9a53-0f6b8a1f2d47
                             */
                            offer: string;
                            state: "held" | "refused" | "released";
                            reference?: string | null;
                            url?: string | null;
                            reason?: string | null;
                        }[];
                    };
                };
            };
            responses: {
                /** @description Default Response */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            message: string;
                            /** @description How many of the reports changed something */
                            changed: number;
                        };
                    };
                };
                /** @description Default Response */
                "4XX": {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Failure"];
                    };
                };
                /** @description Default Response */
                "5XX": {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Failure"];
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/storeadmin/v3/alerts/replay": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Replay past restocks with another policy
         * @description Who would have been notified of the last restocks, compared with who was. With the policy that was really used, the answer is exactly who was notified. Nothing is sent and nothing changes. Needs the scope `alerts`. Roles that have it: owner, manager.
         */
        post: {
            parameters: {
                query?: {
                    /** @description People of a page (50), with `plan` */
                    limit?: number;
                };
                header?: {
                    /** @description For members: the token of the open store, from GET /storeadmin/v3/me */
                    "Keepsake-Csrf"?: string;
                };
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": {
                        /** @description Rules of the policy; those left out are the store's own */
                        policy?: {
                            /** @description Who is notified of a restock: everybody, as many as there are units, or one wave after the other. */
                            audience?: "all" | "per-unit" | "waves";
                            /** @description Who is notified first: who has waited longest, who has waited shortest, or who is drawn by lot. */
                            order?: "oldest" | "newest" | "drawn";
                            /** @description How many shoppers are notified for each unit. */
                            perUnit?: number;
                            /** @description How many shoppers a wave has. */
                            waveSize?: number;
                            /** @description How many seconds pass between two waves. */
                            waitSeconds?: number;
                            /** @description For how many minutes a shopper who is notified of a restock has the first chance: the units are offered to nobody else. 0: no offers. */
                            offerMinutes?: number;
                            /** @description How many units one shopper is offered at most, and counts as with `per-unit`, whatever they ask for. */
                            unitsMax?: number;
                            /** @description Whether shoppers who decline or do not answer an offer keep their place for the next restock. */
                            afterOffer?: "keep" | "leave";
                        };
                        /** @description Only the restocks of this variant */
                        epi?: string | number;
                        /** @description Only this market of the variant, by its name in the settings. Without it, the variant as a whole */
                        market?: string;
                        /** @description How many of the last restocks (20) */
                        restocks?: number;
                        /**
                         * @description Only this restock, with the people whom one policy notifies and not the other
                         * @example 1234567
                         */
                        plan?: string;
                        /** @description `next` of the page of people before */
                        cursor?: string;
                        /** @description People of a page (50), with `plan` */
                        limit?: number;
                    };
                };
            };
            responses: {
                /** @description Default Response */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            /** @description The result in a sentence */
                            because: string;
                            /** @description Who is notified, and in which order */
                            policy: {
                                audience: string;
                                order: string;
                                perUnit: number;
                                waveSize: number;
                                waitSeconds: number;
                                /** @description Units that one person counts as at most; absent in plans of older versions */
                                unitsMax?: number;
                                price?: {
                                    currency: string;
                                    from: number;
                                    to: number;
                                };
                                /** @description The merchant started it without stock */
                                ignoresStock?: boolean;
                                offer?: {
                                    minutes: number;
                                    after: string;
                                };
                            };
                            /** @description Newest first */
                            restocks: {
                                /** @description Id of its plan */
                                plan: string;
                                epi: string | null;
                                /** @description The market of the variant; absent for the variant as a whole */
                                market?: string;
                                /** @description Its number */
                                restock: number;
                                /** @description Planned, in milliseconds since 1970 */
                                cts: number;
                                /** @description Who is notified, and in which order */
                                policy: {
                                    audience: string;
                                    order: string;
                                    perUnit: number;
                                    waveSize: number;
                                    waitSeconds: number;
                                    /** @description Units that one person counts as at most; absent in plans of older versions */
                                    unitsMax?: number;
                                    price?: {
                                        currency: string;
                                        from: number;
                                        to: number;
                                    };
                                    /** @description The merchant started it without stock */
                                    ignoresStock?: boolean;
                                    offer?: {
                                        minutes: number;
                                        after: string;
                                    };
                                };
                                exact: boolean | null;
                                note: string | null;
                                /** @description The code of each sentence of the note */
                                whys: (components["schemas"]["ReplayNoteWhy"] | null)[];
                                people: {
                                    /** @description People who were notified */
                                    really: number;
                                    /** @description People whom this policy would have notified */
                                    replayed: number;
                                    /** @description People who are in both */
                                    both: number;
                                    /** @description Notified, and not with this policy */
                                    onlyReally: number;
                                    /** @description Not notified, but with this policy */
                                    onlyReplayed: number;
                                } | null;
                                waves: {
                                    really: number;
                                    replayed: number;
                                } | null;
                                last: {
                                    really: number | null;
                                    replayed: number | null;
                                } | null;
                                buyers: {
                                    /** @description People who were notified, and whose purchase was reported and counts for this restock */
                                    really: number;
                                    /** @description How many of these this policy would have notified as well */
                                    replayed: number;
                                } | null;
                            }[];
                            /** @description With `plan`: the people whom one policy notifies and not the other */
                            people?: {
                                items: {
                                    medium: string | null;
                                    address: string | null;
                                    really: {
                                        wave: number | null;
                                        /** @description Notified, in milliseconds since 1970 */
                                        ts: number;
                                    } | null;
                                    replayed: {
                                        wave: number | null;
                                        /** @description Notified, in milliseconds since 1970 */
                                        ts: number;
                                    } | null;
                                }[];
                                next: string | null;
                            };
                            /** @description What a replay with another policy assumes */
                            assumptions: string[];
                        };
                    };
                };
                /** @description Default Response */
                "4XX": {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Failure"];
                    };
                };
                /** @description Default Response */
                "5XX": {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Failure"];
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/storeadmin/v3/plans": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the plans of the store
         * @description The newest first: state, policy, waves, and how the deliveries ended so far. A page has at most 100. Needs the scope `insights`. Roles that have it: owner, manager, support, viewer, operator.
         */
        get: {
            parameters: {
                query?: {
                    /** @description Rows of a page, at most 500 */
                    limit?: string | number;
                    /** @description `next` of the page before */
                    cursor?: string;
                    /** @description The variant: a whole number or a text of 1 to 64 characters */
                    epi?: string | number;
                    /** @description Only this market of the variant, by its name in the settings. Without it, the variant as a whole */
                    market?: string;
                    /** @description backinstock, comingsoon, pricedrop, lowstock, or a topic of the shop's own */
                    topic?: string;
                    /** @description Only plans that are under way or paused (`open`), that are paused (`held`), or that are over */
                    state?: "open" | "held" | "over";
                    /**
                     * @description Only the plan with this id
                     * @example 1234567
                     */
                    plan?: string;
                };
                header?: {
                    /** @description For members: the token of the open store, from GET /storeadmin/v3/me */
                    "Keepsake-Csrf"?: string;
                };
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description A page as JSON or, with `Accept: text/csv`, all rows as CSV */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            items: {
                                /** @description Id */
                                plan: string;
                                epi: string | null;
                                /** @description The market of the variant; absent for the variant as a whole */
                                market?: string;
                                dt: string | null;
                                vi: string | null;
                                topic: string;
                                /** @description What started it, one of event, merchant */
                                by: string;
                                /** @description The number of the restock or other event; plans of the merchant have their own */
                                restock: number;
                                /** @description One of open, held, done, cancelled, superseded */
                                state: string;
                                reason: string | null;
                                /** @description What the sentence beside it says, for programs: its code and values. null: there is none, or only the sentence is known */
                                why: components["schemas"]["PlanWhy"] | null;
                                /** @description Who is notified, and in which order */
                                policy: {
                                    audience: string;
                                    order: string;
                                    perUnit: number;
                                    waveSize: number;
                                    waitSeconds: number;
                                    /** @description Units that one person counts as at most; absent in plans of older versions */
                                    unitsMax?: number;
                                    price?: {
                                        currency: string;
                                        from: number;
                                        to: number;
                                    };
                                    /** @description The merchant started it without stock */
                                    ignoresStock?: boolean;
                                    offer?: {
                                        minutes: number;
                                        after: string;
                                    };
                                };
                                /** Format: date-time */
                                created: string;
                                next: string | null;
                                /** @description Units wanted by the people selected so far */
                                unitsSelected: number;
                                /** @description How many waves there were */
                                waves: number;
                                /** @description The last 20 of them, in order */
                                lastWaves: {
                                    wave: number;
                                    /** Format: date-time */
                                    at: string;
                                    units: number | null;
                                    people: number;
                                    reason: string;
                                    /** @description What the sentence beside it says, for programs: its code and values. null: there is none, or only the sentence is known */
                                    why: components["schemas"]["WaveWhy"] | null;
                                }[];
                                /** @description People whom the waves selected so far */
                                selected: number;
                                waiting: number | null;
                                /** @description Whether more wait than `waiting` says: at most 20000 are counted for a plan, and at most 200000 for a page, an equal share for each plan that is not over */
                                moreWaiting: boolean;
                                /** @description Alerts that were sent */
                                notified: number;
                                /** @description Alerts that may have arrived */
                                ambiguous: number;
                                failed: number;
                                /** @description People who were left out, because it was sold out before */
                                skipped: number;
                            }[];
                            /** @description Send it as `cursor`; null on the last page */
                            next: string | null;
                        };
                    };
                };
                /** @description Default Response */
                "4XX": {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Failure"];
                    };
                };
                /** @description Default Response */
                "5XX": {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Failure"];
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/storeadmin/v3/plans/recipients": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List who was notified by a plan and who was not, with the reasons
         * @description Somebody who left the line before their turn is in neither list: people/one tells when and why they left. Needs the scope `people:read`. Roles that have it: owner, manager, support, viewer, operator, as CSV with a fresh proof.
         */
        get: {
            parameters: {
                query: {
                    /** @description Rows of a page, at most 500 */
                    limit?: string | number;
                    /** @description `next` of the page before */
                    cursor?: string;
                    /**
                     * @description The id of a plan, as alerts/plans returns it
                     * @example 1234567
                     */
                    plan: string;
                    /** @description Those who got the alert (the default), those to whom it could not be sent, or those who joined the line before it and still wait. A page of the failed may be short and still have a next one */
                    who?: "notified" | "failed" | "waiting";
                };
                header?: {
                    /** @description For members: the token of the open store, from GET /storeadmin/v3/me */
                    "Keepsake-Csrf"?: string;
                    /** @description For members: the token of a fresh proof that it is them. docs/members.md explains how to get one */
                    "Keepsake-Step-Up"?: string;
                };
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description A page as JSON or, with `Accept: text/csv`, all rows as CSV */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            items: {
                                person: string | null;
                                medium: string | null;
                                address: string | null;
                                /**
                                 * Format: date-time
                                 * @description When they joined the line
                                 */
                                since: string;
                                quantity: number;
                                at: string | null;
                                /** @description Why they were notified, or were not */
                                because: string;
                                /** @description What the sentence beside it says, for programs: its code and values. null: there is none, or only the sentence is known */
                                why: components["schemas"]["HappeningWhy"] | components["schemas"]["PriceWhy"] | null;
                            }[];
                            /** @description Send it as `cursor`; null on the last page */
                            next: string | null;
                        };
                    };
                };
                /** @description Default Response */
                "4XX": {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Failure"];
                    };
                };
                /** @description Default Response */
                "5XX": {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Failure"];
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/storeadmin/v3/plans/live": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Follow the plans of the store
         * @description Server-sent events. `ready` comes once: read GET /storeadmin/v3/plans then, because every later change has an event. `plan` comes whenever a plan changes, at most once a second for each, and its data is one item of GET /storeadmin/v3/plans. Changes of plans that are over, and not among the newest 100, are found only while alerts are being sent for them. The stream ends after 30 minutes, and when the session or the role ends: open it again. Needs the scope `insights`. Roles that have it: owner, manager, support, viewer, operator.
         */
        get: {
            parameters: {
                query?: {
                    /** @description The store that the page shows. If the session has opened another since, the call is refused */
                    pid?: string;
                };
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description The events `ready` and `plan` */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "text/event-stream": string;
                    };
                };
                /** @description Default Response */
                "4XX": {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Failure"];
                    };
                };
                /** @description Default Response */
                "5XX": {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Failure"];
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/storeadmin/v3/orders/report": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Report orders, to see what alerts and saved items brought in
         * @description Up to 100 orders, with 2,000 lines together. Reporting an order again replaces it; `cancelled` takes it out of the results. The alerts of the buyer for what they bought end. Needs the scope `orders`. Roles that have it: owner, manager.
         */
        post: {
            parameters: {
                query?: never;
                header?: {
                    /** @description A call that is repeated with the same key has its effect once */
                    "Idempotency-Key"?: string;
                    /** @description For members: the token of the open store, from GET /storeadmin/v3/me */
                    "Keepsake-Csrf"?: string;
                };
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": {
                        orders: {
                            /** @description The shop's id of the order */
                            id: string;
                            /**
                             * @description ISO 4217
                             * @example EUR
                             */
                            currency: string;
                            /** @description Of the buyer. Only its hash is stored */
                            email?: string;
                            /** @description Of the buyer. Counts where the email address has no account */
                            regid?: string;
                            /** @description ISO 8601 with a zone, e.g. 2026-11-15T09:30:00Z */
                            occurredAt: string;
                            /** @description The order was cancelled: it counts no more */
                            cancelled?: boolean;
                            lines?: {
                                /** @description The variant: a whole number or a text of 1 to 64 characters */
                                epi: string | number;
                                /** @description The market that it was bought in. Without it, the alerts of the buyer for the variant end in all markets */
                                market?: string;
                                quantity: number;
                                /** @description What one unit cost, with up to four decimals */
                                price: number | string;
                            }[];
                        }[];
                    };
                };
            };
            responses: {
                /** @description Default Response */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            orders: {
                                id: string;
                                /** @description stored, replaced, unchanged or cancelled */
                                state: string;
                                currency: string;
                                /** @description Without variants that the catalogue does not know */
                                lines: {
                                    epi: string;
                                    quantity: number;
                                    /** @description What the units cost together */
                                    amount: string;
                                    /** @description What led to it: none, click, delivery, save */
                                    because: string;
                                    topic: string | null;
                                    plan: string | null;
                                    at: string | null;
                                }[];
                            }[];
                        };
                    };
                };
                /** @description Default Response */
                "4XX": {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Failure"];
                    };
                };
                /** @description Default Response */
                "5XX": {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Failure"];
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/storeadmin/v3/people": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Find a person by their address
         * @description By the whole email address or phone number. The list has one person, or none. Proxies log URLs: where yours keeps a log, send the address with POST, to people/find or people/show. Needs the scope `people:read`. Roles that have it: owner, manager, support, viewer, operator, as CSV with a fresh proof.
         */
        get: {
            parameters: {
                query: {
                    /** @description Rows of a page, at most 500 */
                    limit?: string | number;
                    /** @description `next` of the page before */
                    cursor?: string;
                    /** @description The whole email address or phone number: a part of one finds nobody */
                    address: string;
                };
                header?: {
                    /** @description For members: the token of the open store, from GET /storeadmin/v3/me */
                    "Keepsake-Csrf"?: string;
                    /** @description For members: the token of a fresh proof that it is them. docs/members.md explains how to get one */
                    "Keepsake-Step-Up"?: string;
                };
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description A page as JSON or, with `Accept: text/csv`, all rows as CSV */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            items: {
                                person: string | null;
                                /** @description email or sms */
                                medium: string;
                                /** @description Masked, unless the caller has the scope people:addresses */
                                address: string;
                                since: string | null;
                                account: {
                                    regid: string;
                                    /** Format: date-time */
                                    since: string;
                                } | null;
                                suppressed: {
                                    /** Format: date-time */
                                    since: string;
                                    reason: string;
                                    /** @description What the sentence beside it says, for programs: its code and values. null: there is none, or only the sentence is known */
                                    why: components["schemas"]["HappeningWhy"] | null;
                                } | null;
                                /** @description Alerts that the person waits for */
                                open: number;
                                /** @description Sign-ups that wait for a confirmation */
                                unconfirmed: number;
                            }[];
                            /** @description Send it as `cursor`; null on the last page */
                            next: string | null;
                        };
                    };
                };
                /** @description Default Response */
                "4XX": {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Failure"];
                    };
                };
                /** @description Default Response */
                "5XX": {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Failure"];
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/storeadmin/v3/people/find": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Find a person by their address, which is in no URL
         * @description By the whole email address or phone number. The list has one person, or none. Needs the scope `people:read`. Roles that have it: owner, manager, support, viewer, operator, as CSV with a fresh proof.
         */
        post: {
            parameters: {
                query?: never;
                header?: {
                    /** @description For members: the token of the open store, from GET /storeadmin/v3/me */
                    "Keepsake-Csrf"?: string;
                    /** @description For members: the token of a fresh proof that it is them. docs/members.md explains how to get one */
                    "Keepsake-Step-Up"?: string;
                };
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": {
                        /** @description The whole email address or phone number: a part of one finds nobody */
                        address: string;
                    };
                    "application/x-www-form-urlencoded": {
                        /** @description The whole email address or phone number: a part of one finds nobody */
                        address: string;
                    };
                };
            };
            responses: {
                /** @description A page as JSON or, with `Accept: text/csv`, all rows as CSV */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            items: {
                                person: string | null;
                                /** @description email or sms */
                                medium: string;
                                /** @description Masked, unless the caller has the scope people:addresses */
                                address: string;
                                since: string | null;
                                account: {
                                    regid: string;
                                    /** Format: date-time */
                                    since: string;
                                } | null;
                                suppressed: {
                                    /** Format: date-time */
                                    since: string;
                                    reason: string;
                                    /** @description What the sentence beside it says, for programs: its code and values. null: there is none, or only the sentence is known */
                                    why: components["schemas"]["HappeningWhy"] | null;
                                } | null;
                                /** @description Alerts that the person waits for */
                                open: number;
                                /** @description Sign-ups that wait for a confirmation */
                                unconfirmed: number;
                            }[];
                            /** @description Send it as `cursor`; null on the last page */
                            next: string | null;
                        };
                    };
                };
                /** @description Default Response */
                "4XX": {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Failure"];
                    };
                };
                /** @description Default Response */
                "5XX": {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Failure"];
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/storeadmin/v3/people/one": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Show everything about one person
         * @description Alerts, lists, what the person agreed to, and a time line in plain words: signed up, confirmed, notified, clicked, bought, left. Send person or address. Proxies log URLs: where yours keeps a log, send the address with POST, to people/find or people/show. Needs the scope `people:read`. Roles that have it: owner, manager, support, viewer, operator.
         */
        get: {
            parameters: {
                query?: {
                    /**
                     * @description Id of the person, as people returns it
                     * @example 5f0c2d9e-8f0f-3c55-1c1e-1f2a3b4c5d6e
                     */
                    person?: string;
                    /** @description The whole email address or phone number: a part of one finds nobody */
                    address?: string;
                };
                header?: {
                    /** @description For members: the token of the open store, from GET /storeadmin/v3/me */
                    "Keepsake-Csrf"?: string;
                    /** @description For members: the token of a fresh proof that it is them. docs/members.md explains how to get one */
                    "Keepsake-Step-Up"?: string;
                };
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description Default Response */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            person: string | null;
                            /** @description email or sms */
                            medium: string;
                            /** @description Masked, unless the caller has the scope people:addresses */
                            address: string;
                            since: string | null;
                            account: {
                                regid: string;
                                /** Format: date-time */
                                since: string;
                            } | null;
                            suppressed: {
                                /** Format: date-time */
                                since: string;
                                reason: string;
                                /** @description What the sentence beside it says, for programs: its code and values. null: there is none, or only the sentence is known */
                                why: components["schemas"]["HappeningWhy"] | null;
                            } | null;
                            locale: string | null;
                            currency: string | null;
                            timeZone: string | null;
                            onMailingList: boolean | null;
                            /** @description Open ones first; at most 200 */
                            alerts: {
                                epi: string | null;
                                /** @description The market of the variant; absent for the variant as a whole */
                                market?: string;
                                dt: string | null;
                                vi: string | null;
                                topic: string | null;
                                /** @description One of unconfirmed, waiting, offered, notified, bought, expired, unsubscribed, undeliverable */
                                state: string;
                                quantity: number;
                                target: string | null;
                                /** Format: date-time */
                                since: string;
                            }[];
                            unconfirmed: {
                                epi: string | null;
                                /** @description The market of the variant; absent for the variant as a whole */
                                market?: string;
                                dt: string | null;
                                vi: string | null;
                                topic: string | null;
                                /** Format: date-time */
                                since: string;
                                source: string;
                                consent: string;
                            }[];
                            lists: {
                                lid: string;
                                lname: string;
                                lty: string;
                                cnt: number;
                                /** Format: date-time */
                                updated: string;
                            }[];
                            /** @description The newest first */
                            consents: {
                                epi: string | null;
                                /** @description The market of the variant; absent for the variant as a whole */
                                market?: string;
                                dt: string | null;
                                vi: string | null;
                                topic: string | null;
                                /** Format: date-time */
                                at: string;
                                /** @description Where the person agreed */
                                source: string;
                                /** @description The text that the person agreed to */
                                text: string;
                            }[];
                            /** @description The newest first; at most 500 */
                            timeline: {
                                epi: string | null;
                                /** @description The market of the variant; absent for the variant as a whole */
                                market?: string;
                                dt: string | null;
                                vi: string | null;
                                topic: string | null;
                                /** Format: date-time */
                                at: string;
                                /** @description What happened */
                                text: string;
                                /** @description What the sentence beside it says, for programs: its code and values. null: there is none, or only the sentence is known */
                                why: components["schemas"]["HappeningWhy"] | null;
                                state: string | null;
                                plan: string | null;
                            }[];
                        };
                    };
                };
                /** @description Default Response */
                "4XX": {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Failure"];
                    };
                };
                /** @description Default Response */
                "5XX": {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Failure"];
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/storeadmin/v3/people/show": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Show everything about one person, whose address is in no URL
         * @description The same as people/one. Send person or address. Needs the scope `people:read`. Roles that have it: owner, manager, support, viewer, operator.
         */
        post: {
            parameters: {
                query?: never;
                header?: {
                    /** @description For members: the token of the open store, from GET /storeadmin/v3/me */
                    "Keepsake-Csrf"?: string;
                    /** @description For members: the token of a fresh proof that it is them. docs/members.md explains how to get one */
                    "Keepsake-Step-Up"?: string;
                };
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": {
                        /**
                         * @description Id of the person, as people returns it
                         * @example 5f0c2d9e-8f0f-3c55-1c1e-1f2a3b4c5d6e
                         */
                        person?: string;
                        /** @description The whole email address or phone number: a part of one finds nobody */
                        address?: string;
                    };
                    "application/x-www-form-urlencoded": {
                        /**
                         * @description Id of the person, as people returns it
                         * @example 5f0c2d9e-8f0f-3c55-1c1e-1f2a3b4c5d6e
                         */
                        person?: string;
                        /** @description The whole email address or phone number: a part of one finds nobody */
                        address?: string;
                    };
                };
            };
            responses: {
                /** @description Default Response */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            person: string | null;
                            /** @description email or sms */
                            medium: string;
                            /** @description Masked, unless the caller has the scope people:addresses */
                            address: string;
                            since: string | null;
                            account: {
                                regid: string;
                                /** Format: date-time */
                                since: string;
                            } | null;
                            suppressed: {
                                /** Format: date-time */
                                since: string;
                                reason: string;
                                /** @description What the sentence beside it says, for programs: its code and values. null: there is none, or only the sentence is known */
                                why: components["schemas"]["HappeningWhy"] | null;
                            } | null;
                            locale: string | null;
                            currency: string | null;
                            timeZone: string | null;
                            onMailingList: boolean | null;
                            /** @description Open ones first; at most 200 */
                            alerts: {
                                epi: string | null;
                                /** @description The market of the variant; absent for the variant as a whole */
                                market?: string;
                                dt: string | null;
                                vi: string | null;
                                topic: string | null;
                                /** @description One of unconfirmed, waiting, offered, notified, bought, expired, unsubscribed, undeliverable */
                                state: string;
                                quantity: number;
                                target: string | null;
                                /** Format: date-time */
                                since: string;
                            }[];
                            unconfirmed: {
                                epi: string | null;
                                /** @description The market of the variant; absent for the variant as a whole */
                                market?: string;
                                dt: string | null;
                                vi: string | null;
                                topic: string | null;
                                /** Format: date-time */
                                since: string;
                                source: string;
                                consent: string;
                            }[];
                            lists: {
                                lid: string;
                                lname: string;
                                lty: string;
                                cnt: number;
                                /** Format: date-time */
                                updated: string;
                            }[];
                            /** @description The newest first */
                            consents: {
                                epi: string | null;
                                /** @description The market of the variant; absent for the variant as a whole */
                                market?: string;
                                dt: string | null;
                                vi: string | null;
                                topic: string | null;
                                /** Format: date-time */
                                at: string;
                                /** @description Where the person agreed */
                                source: string;
                                /** @description The text that the person agreed to */
                                text: string;
                            }[];
                            /** @description The newest first; at most 500 */
                            timeline: {
                                epi: string | null;
                                /** @description The market of the variant; absent for the variant as a whole */
                                market?: string;
                                dt: string | null;
                                vi: string | null;
                                topic: string | null;
                                /** Format: date-time */
                                at: string;
                                /** @description What happened */
                                text: string;
                                /** @description What the sentence beside it says, for programs: its code and values. null: there is none, or only the sentence is known */
                                why: components["schemas"]["HappeningWhy"] | null;
                                state: string | null;
                                plan: string | null;
                            }[];
                        };
                    };
                };
                /** @description Default Response */
                "4XX": {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Failure"];
                    };
                };
                /** @description Default Response */
                "5XX": {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Failure"];
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/storeadmin/v3/people/explain": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Explain why a person was notified or not
         * @description The same as alerts/explain, for a person whose address you do not know. Addresses are always masked. Needs the scope `people:read`. Roles that have it: owner, manager, support, viewer, operator.
         */
        post: {
            parameters: {
                query?: never;
                header?: {
                    /** @description For members: the token of the open store, from GET /storeadmin/v3/me */
                    "Keepsake-Csrf"?: string;
                    /** @description For members: the token of a fresh proof that it is them. docs/members.md explains how to get one */
                    "Keepsake-Step-Up"?: string;
                };
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": {
                        /**
                         * @description Id of the person, as people returns it
                         * @example 5f0c2d9e-8f0f-3c55-1c1e-1f2a3b4c5d6e
                         */
                        person: string;
                        /** @description The variant: a whole number or a text of 1 to 64 characters */
                        epi: string | number;
                        /** @description Only this market of the variant, by its name in the settings. Without it, the variant as a whole */
                        market?: string;
                        /** @description backinstock, comingsoon, pricedrop, lowstock, or a topic of the shop's own */
                        topic?: string;
                    };
                    "application/x-www-form-urlencoded": {
                        /**
                         * @description Id of the person, as people returns it
                         * @example 5f0c2d9e-8f0f-3c55-1c1e-1f2a3b4c5d6e
                         */
                        person: string;
                        /** @description The variant: a whole number or a text of 1 to 64 characters */
                        epi: string | number;
                        /** @description Only this market of the variant, by its name in the settings. Without it, the variant as a whole */
                        market?: string;
                        /** @description backinstock, comingsoon, pricedrop, lowstock, or a topic of the shop's own */
                        topic?: string;
                    };
                };
            };
            responses: {
                /** @description Default Response */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            because: string;
                            subscription: {
                                state: string;
                                quantity: number;
                                /** @description Signed up, in milliseconds since 1970 */
                                cts: number;
                                place: number | null;
                                /** @description Every change, newest first */
                                ledger: {
                                    /** @description When, in milliseconds since 1970 */
                                    ts: number;
                                    state: string;
                                    reason: string;
                                    /** @description What the sentence beside it says, for programs: its code and values. null: there is none, or only the sentence is known */
                                    why: components["schemas"]["HappeningWhy"] | null;
                                    plan: string | null;
                                }[];
                            } | null;
                            plans: components["schemas"]["Plan"][];
                        };
                    };
                };
                /** @description Default Response */
                "4XX": {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Failure"];
                    };
                };
                /** @description Default Response */
                "5XX": {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Failure"];
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/storeadmin/v3/people/reveal": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Show the address of one person
         * @description Every call is in the audit log. The answer is not stored for an Idempotency-Key. Needs the scope `people:reveal`. Roles that have it: owner, manager, support, with a fresh proof.
         */
        post: {
            parameters: {
                query?: never;
                header?: {
                    /** @description For members: the token of the open store, from GET /storeadmin/v3/me */
                    "Keepsake-Csrf"?: string;
                    /** @description For members: the token of a fresh proof that it is them. docs/members.md explains how to get one */
                    "Keepsake-Step-Up"?: string;
                };
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": {
                        /**
                         * @description Id of the person, as people returns it
                         * @example 5f0c2d9e-8f0f-3c55-1c1e-1f2a3b4c5d6e
                         */
                        person: string;
                    };
                    "application/x-www-form-urlencoded": {
                        /**
                         * @description Id of the person, as people returns it
                         * @example 5f0c2d9e-8f0f-3c55-1c1e-1f2a3b4c5d6e
                         */
                        person: string;
                    };
                };
            };
            responses: {
                /** @description Default Response */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            /**
                             * @description Id of the person, as people returns it
                             * @example 5f0c2d9e-8f0f-3c55-1c1e-1f2a3b4c5d6e
                             */
                            person: string;
                            medium: string;
                            address: string;
                        };
                    };
                };
                /** @description Default Response */
                "4XX": {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Failure"];
                    };
                };
                /** @description Default Response */
                "5XX": {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Failure"];
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/storeadmin/v3/people/unsubscribe": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * End alerts of a person
         * @description All alerts, or those for a variant or a topic. The person can sign up again. Needs the scope `people:write`. Roles that have it: owner, manager, support.
         */
        post: {
            parameters: {
                query?: never;
                header?: {
                    /** @description A call that is repeated with the same key has its effect once */
                    "Idempotency-Key"?: string;
                    /** @description For members: the token of the open store, from GET /storeadmin/v3/me */
                    "Keepsake-Csrf"?: string;
                };
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": {
                        /**
                         * @description Id of the person, as people returns it
                         * @example 5f0c2d9e-8f0f-3c55-1c1e-1f2a3b4c5d6e
                         */
                        person: string;
                        /** @description The variant: a whole number or a text of 1 to 64 characters */
                        epi?: string | number;
                        /** @description Only this market of the variant, by its name in the settings. Without it, the variant as a whole */
                        market?: string;
                        /** @description backinstock, comingsoon, pricedrop, lowstock, or a topic of the shop's own */
                        topic?: string;
                    };
                    "application/x-www-form-urlencoded": {
                        /**
                         * @description Id of the person, as people returns it
                         * @example 5f0c2d9e-8f0f-3c55-1c1e-1f2a3b4c5d6e
                         */
                        person: string;
                        /** @description The variant: a whole number or a text of 1 to 64 characters */
                        epi?: string | number;
                        /** @description Only this market of the variant, by its name in the settings. Without it, the variant as a whole */
                        market?: string;
                        /** @description backinstock, comingsoon, pricedrop, lowstock, or a topic of the shop's own */
                        topic?: string;
                    };
                };
            };
            responses: {
                /** @description Default Response */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            message: string;
                            ended: number;
                        };
                    };
                };
                /** @description Default Response */
                "4XX": {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Failure"];
                    };
                };
                /** @description Default Response */
                "5XX": {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Failure"];
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/storeadmin/v3/people/resend-confirmation": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Send a confirmation again
         * @description For a person whose sign-up is not confirmed. An address gets at most three confirmations of a store in 24 hours. Needs the scope `people:write`. Roles that have it: owner, manager, support.
         */
        post: {
            parameters: {
                query?: never;
                header?: {
                    /** @description A call that is repeated with the same key has its effect once */
                    "Idempotency-Key"?: string;
                    /** @description For members: the token of the open store, from GET /storeadmin/v3/me */
                    "Keepsake-Csrf"?: string;
                };
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": {
                        /**
                         * @description Id of the person, as people returns it
                         * @example 5f0c2d9e-8f0f-3c55-1c1e-1f2a3b4c5d6e
                         */
                        person: string;
                    };
                    "application/x-www-form-urlencoded": {
                        /**
                         * @description Id of the person, as people returns it
                         * @example 5f0c2d9e-8f0f-3c55-1c1e-1f2a3b4c5d6e
                         */
                        person: string;
                    };
                };
            };
            responses: {
                /** @description Default Response */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            message: string;
                            sent: boolean;
                        };
                    };
                };
                /** @description Default Response */
                "4XX": {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Failure"];
                    };
                };
                /** @description Default Response */
                "5XX": {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Failure"];
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/storeadmin/v3/lines": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the people who wait for a variant, in order
         * @description Exact at the moment of the call. A store whose policy draws people at random notifies them in another order. Needs the scope `people:read`. Roles that have it: owner, manager, support, viewer, operator, as CSV with a fresh proof.
         */
        get: {
            parameters: {
                query: {
                    /** @description Rows of a page, at most 500 */
                    limit?: string | number;
                    /** @description `next` of the page before */
                    cursor?: string;
                    /** @description The variant: a whole number or a text of 1 to 64 characters */
                    epi: string | number;
                    /** @description Only this market of the variant, by its name in the settings. Without it, the variant as a whole */
                    market?: string;
                    /** @description backinstock, comingsoon, pricedrop, lowstock, or a topic of the shop's own */
                    topic?: string;
                    /** @description Who joined first or last comes first; oldest by default */
                    order?: "oldest" | "newest";
                };
                header?: {
                    /** @description For members: the token of the open store, from GET /storeadmin/v3/me */
                    "Keepsake-Csrf"?: string;
                    /** @description For members: the token of a fresh proof that it is them. docs/members.md explains how to get one */
                    "Keepsake-Step-Up"?: string;
                };
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description A page as JSON or, with `Accept: text/csv`, all rows as CSV */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            items: {
                                /** @description Place in line, from 1 */
                                number: number;
                                /** @description Id of the person, for people/one */
                                person: string;
                                /** @description email or sms */
                                medium: string;
                                /** @description Masked, unless the caller has the scope people:addresses */
                                address: string;
                                /**
                                 * Format: date-time
                                 * @description When they joined the line
                                 */
                                since: string;
                                quantity: number;
                                locale: string | null;
                                priceMax: string | null;
                                currency: string | null;
                            }[];
                            /** @description Send it as `cursor`; null on the last page */
                            next: string | null;
                        };
                    };
                };
                /** @description Default Response */
                "4XX": {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Failure"];
                    };
                };
                /** @description Default Response */
                "5XX": {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Failure"];
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/storeadmin/v3/insights/summary": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Sum up a range of days, and the range before it
         * @description Who waits now, and what happened in the range. Days are days in UTC. Needs the scope `insights`. Roles that have it: owner, manager, support, viewer, operator.
         */
        get: {
            parameters: {
                query?: {
                    /**
                     * @description The first day, in UTC. By default the range has 30 days
                     * @example 2026-11-18
                     */
                    from?: string;
                    /**
                     * @description The last day, in UTC; today by default. A range has at most 400 days
                     * @example 2026-11-18
                     */
                    to?: string;
                };
                header?: {
                    /** @description For members: the token of the open store, from GET /storeadmin/v3/me */
                    "Keepsake-Csrf"?: string;
                };
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description Default Response */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            asOf: string | null;
                            /** @description Who waits now: the 100 topics with most people */
                            waiting: {
                                topic: string;
                                /** @description Sign-ups in line. A person who waits for two variants counts twice */
                                people: number;
                                /** @description Units that they want */
                                units: number;
                                /** @description These units at the catalogue's prices */
                                value: {
                                    currency: string;
                                    /**
                                     * @description Exact, as text
                                     * @example 119.94
                                     */
                                    amount: string;
                                }[];
                            }[];
                            range: {
                                /** @description A day in UTC */
                                from: string;
                                /** @description A day in UTC */
                                to: string;
                                /** @description Sign-ups that joined a line */
                                signedUp: number;
                                /** @description Sign-ups that were confirmed with a link or a text message */
                                confirmed: number;
                                /** @description Alerts that were sent */
                                notified: number;
                                /** @description Sign-ups that ended because the address gets no messages */
                                failed: number;
                                /** @description Sign-ups that the person ended */
                                unsubscribed: number;
                                /** @description Alerts that gave a first chance (offers) */
                                offered: number;
                                /** @description People who followed the link of an alert, once for each alert */
                                clicked: number;
                                /** @description Sign-ups that ended with a purchase */
                                bought: number;
                                /** @description Times that a product was put on a list */
                                saved: number;
                                /** @description Times that a product was taken off a list */
                                unsaved: number;
                                /** @description Times that a variant came into stock, the first report of its stock included */
                                restocks: number;
                                /** @description Units of orders that an alert or a saved item led to */
                                units: number;
                                /** @description Of those orders, by currency */
                                revenue: {
                                    currency: string;
                                    /**
                                     * @description Exact, as text
                                     * @example 119.94
                                     */
                                    amount: string;
                                }[];
                            };
                            before: {
                                /** @description A day in UTC */
                                from: string;
                                /** @description A day in UTC */
                                to: string;
                                /** @description Sign-ups that joined a line */
                                signedUp: number;
                                /** @description Sign-ups that were confirmed with a link or a text message */
                                confirmed: number;
                                /** @description Alerts that were sent */
                                notified: number;
                                /** @description Sign-ups that ended because the address gets no messages */
                                failed: number;
                                /** @description Sign-ups that the person ended */
                                unsubscribed: number;
                                /** @description Alerts that gave a first chance (offers) */
                                offered: number;
                                /** @description People who followed the link of an alert, once for each alert */
                                clicked: number;
                                /** @description Sign-ups that ended with a purchase */
                                bought: number;
                                /** @description Times that a product was put on a list */
                                saved: number;
                                /** @description Times that a product was taken off a list */
                                unsaved: number;
                                /** @description Times that a variant came into stock, the first report of its stock included */
                                restocks: number;
                                /** @description Units of orders that an alert or a saved item led to */
                                units: number;
                                /** @description Of those orders, by currency */
                                revenue: {
                                    currency: string;
                                    /**
                                     * @description Exact, as text
                                     * @example 119.94
                                     */
                                    amount: string;
                                }[];
                            };
                        };
                    };
                };
                /** @description Default Response */
                "4XX": {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Failure"];
                    };
                };
                /** @description Default Response */
                "5XX": {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Failure"];
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/storeadmin/v3/demand": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the variants that shoppers want most
         * @description People and units in line, what they are worth, lists, the first sign-up, the sign-ups of the last 14 days, and the stock. Needs the scope `insights`. Roles that have it: owner, manager, support, viewer, operator.
         */
        get: {
            parameters: {
                query?: {
                    /** @description Rows of a page, at most 500 */
                    limit?: string | number;
                    /** @description `next` of the page before */
                    cursor?: string;
                    /** @description backinstock, comingsoon, pricedrop, lowstock, or a topic of the shop's own */
                    topic?: string;
                    /** @description The largest comes first; people by default */
                    sort?: "people" | "units" | "value" | "saves";
                    /**
                     * @description For the order by value: only variants with a price in this currency. By default the one of most units
                     * @example EUR
                     */
                    currency?: string;
                    /** @description Only variants in stock, or out of stock. A page may then be short and still have a next one */
                    stock?: "in" | "out";
                };
                header?: {
                    /** @description For members: the token of the open store, from GET /storeadmin/v3/me */
                    "Keepsake-Csrf"?: string;
                };
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description A page as JSON or, with `Accept: text/csv`, all rows as CSV */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            items: {
                                /** @description Variant id */
                                epi: string;
                                /** @description The market of the variant; absent for the variant as a whole */
                                market?: string;
                                empi: string | null;
                                dt: string | null;
                                vi: string | null;
                                du: string | null;
                                iu: string | null;
                                topic: string;
                                /** @description People in line */
                                people: number;
                                /** @description Units that they want */
                                units: number;
                                price: string | null;
                                currency: string | null;
                                value: string | null;
                                /** @description On how many lists it is */
                                lists: number;
                                oldest: string | null;
                                stock: number | null;
                                inStock: boolean;
                                /** @description Sign-ups of each day, the oldest first */
                                trend: number[];
                            }[];
                            /** @description Send it as `cursor`; null on the last page */
                            next: string | null;
                            asOf: string | null;
                            /** @description The days of each trend */
                            trend: {
                                /** @description A day in UTC */
                                from: string;
                                /** @description A day in UTC */
                                to: string;
                            };
                        };
                    };
                };
                /** @description Default Response */
                "4XX": {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Failure"];
                    };
                };
                /** @description Default Response */
                "5XX": {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Failure"];
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/storeadmin/v3/demand/variant": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Show the demand for one variant
         * @description Its lines, each day of the range, price targets as a demand curve, and its past restocks. Needs the scope `insights`. Roles that have it: owner, manager, support, viewer, operator.
         */
        get: {
            parameters: {
                query: {
                    /** @description The variant: a whole number or a text of 1 to 64 characters */
                    epi: string | number;
                    /** @description Only this market of the variant, by its name in the settings. Without it, the variant as a whole */
                    market?: string;
                    /** @description backinstock, comingsoon, pricedrop, lowstock, or a topic of the shop's own */
                    topic?: string;
                    /**
                     * @description The first day, in UTC. By default the range has 30 days
                     * @example 2026-11-18
                     */
                    from?: string;
                    /**
                     * @description The last day, in UTC; today by default. A range has at most 400 days
                     * @example 2026-11-18
                     */
                    to?: string;
                };
                header?: {
                    /** @description For members: the token of the open store, from GET /storeadmin/v3/me */
                    "Keepsake-Csrf"?: string;
                };
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description Default Response */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            asOf: string | null;
                            variant: {
                                /** @description Variant id */
                                epi: string;
                                /** @description The market of the variant; absent for the variant as a whole */
                                market?: string;
                                empi: string | null;
                                dt: string | null;
                                vi: string | null;
                                du: string | null;
                                iu: string | null;
                                topic: string;
                                /** @description People in line */
                                people: number;
                                /** @description Units that they want */
                                units: number;
                                price: string | null;
                                currency: string | null;
                                value: string | null;
                                /** @description On how many lists it is */
                                lists: number;
                                oldest: string | null;
                                stock: number | null;
                                inStock: boolean;
                                /** @description Sign-ups of each day, the oldest first */
                                trend: number[];
                            };
                            /** @description By topic: the 100 with most people */
                            lines: {
                                topic: string;
                                /** @description People in line */
                                people: number;
                                /** @description Units that they want */
                                units: number;
                                price: string | null;
                                currency: string | null;
                                value: string | null;
                            }[];
                            days: {
                                /** @description A day in UTC */
                                day: string;
                                /** @description Sign-ups that joined a line */
                                signedUp: number;
                                /** @description Sign-ups that were confirmed with a link or a text message */
                                confirmed: number;
                                /** @description Alerts that were sent */
                                notified: number;
                                /** @description Sign-ups that ended because the address gets no messages */
                                failed: number;
                                /** @description Sign-ups that the person ended */
                                unsubscribed: number;
                                /** @description Alerts that gave a first chance (offers) */
                                offered: number;
                                /** @description People who followed the link of an alert, once for each alert */
                                clicked: number;
                                /** @description Sign-ups that ended with a purchase */
                                bought: number;
                                /** @description Times that a product was put on a list */
                                saved: number;
                                /** @description Times that a product was taken off a list */
                                unsaved: number;
                                /** @description Times that a variant came into stock, the first report of its stock included */
                                restocks: number;
                                /** @description Units of orders that an alert or a saved item led to */
                                units: number;
                                revenue: {
                                    currency: string;
                                    /**
                                     * @description Exact, as text
                                     * @example 119.94
                                     */
                                    amount: string;
                                }[];
                            }[];
                            /** @description The demand at lower prices, from the people who wait for a price drop */
                            priceTargets: {
                                currency: string;
                                points: {
                                    price: string;
                                    /** @description Who would hear of a drop to this price */
                                    people: number;
                                    units: number;
                                }[];
                            }[];
                            /** @description The last 20 restocks and other alerts, the newest first */
                            plans: components["schemas"]["Plan"][];
                        };
                    };
                };
                /** @description Default Response */
                "4XX": {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Failure"];
                    };
                };
                /** @description Default Response */
                "5XX": {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Failure"];
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/storeadmin/v3/demand/advice": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Advise how many units of a variant to order
         * @description How many units the people who wait for it back in stock will buy, with an interval, from what came of past restocks. Needs the scope `insights`. Roles that have it: owner, manager, support, viewer, operator.
         */
        get: {
            parameters: {
                query: {
                    /** @description The variant: a whole number or a text of 1 to 64 characters */
                    epi: string | number;
                    /** @description Only this market of the variant, by its name in the settings. Without it, the variant as a whole */
                    market?: string;
                    /**
                     * @description The number of units that `next` is about; 10 by default
                     * @example 12
                     */
                    units?: string;
                };
                header?: {
                    /** @description For members: the token of the open store, from GET /storeadmin/v3/me */
                    "Keepsake-Csrf"?: string;
                };
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description Default Response */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            /** @description Variant id */
                            epi: string;
                            /** @description The market of the variant; absent for the variant as a whole */
                            market?: string;
                            /** @description The advice in words: how many, how sure, and based on what */
                            because: string;
                            waiting: {
                                /** @description People in line */
                                people: number;
                                /** @description Units that they want; a person counts for `alerts.unitsMax` units at most */
                                units: number;
                            };
                            units: number | null;
                            interval: {
                                low: number;
                                high: number;
                                /** @description How often what they buy is in the interval */
                                coverage: number;
                            } | null;
                            conversion: {
                                mean: number;
                                low: number;
                                high: number;
                            } | null;
                            next: {
                                /** @description If this many units came */
                                units: number;
                                /** @description How many of them those who wait would buy on average */
                                expected: number;
                                /** @description How likely it is that they buy all, from 0 to 1 */
                                chanceOfAll: number;
                            } | null;
                            basedOn: {
                                /** @description Past restocks of the variant */
                                restocks: number;
                                /** @description Past restocks of the store's other variants */
                                restocksOfOthers: number;
                                /** @description People who were notified of these */
                                notified: number;
                                /** @description How many of them bought */
                                bought: number;
                                /** @description How many of these restocks sold out before those who were notified had the time to buy */
                                soldOut: number;
                                /** @description Where purchases are known from: reports of the shop, or only its stock, which shows the purchases of everybody */
                                purchases: "reports" | "stock";
                                /** @description How many days after the alert a purchase still counts */
                                windowDays: number;
                            };
                        };
                    };
                };
                /** @description Default Response */
                "4XX": {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Failure"];
                    };
                };
                /** @description Default Response */
                "5XX": {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Failure"];
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/storeadmin/v3/operator/stores": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List all stores and how they work
         * @description In the order of their names: what waits to be sent and since when, how sending goes, the last report of stock, and events that are set aside. Counts end at 1,000. For operators of the installation who are signed in, not for keys.
         */
        get: {
            parameters: {
                query?: {
                    /** @description Rows of a page, at most 500 */
                    limit?: string | number;
                    /** @description `next` of the page before */
                    cursor?: string;
                    /** @description The beginning of the name, or a pid */
                    search?: string;
                    /** @description `true`: only stores with a pause */
                    paused?: "true" | "false";
                };
                header?: {
                    /** @description For members: the token of the open store, from GET /storeadmin/v3/me */
                    "Keepsake-Csrf"?: string;
                };
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description A page as JSON or, with `Accept: text/csv`, all rows as CSV */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            items: {
                                pid: string;
                                name: string;
                                /** @description A test store mails only its members */
                                test: boolean;
                                /** Format: date-time */
                                createdAt: string;
                                pause: {
                                    /** Format: date-time */
                                    until: string;
                                    reason: string | null;
                                } | null;
                                mails: {
                                    waiting: {
                                        /** @description Queued messages that are not sent yet, up to 1000 */
                                        count: number;
                                        /** @description Whether there are more */
                                        more: boolean;
                                    };
                                    oldestAt: string | null;
                                };
                                alertBatches: {
                                    /** @description Batches of alerts that are not sent yet, of up to 1,000 people each, up to 1000 */
                                    count: number;
                                    /** @description Whether there are more */
                                    more: boolean;
                                };
                                setAside: {
                                    /** @description Events that are set aside, up to 1000 */
                                    count: number;
                                    /** @description Whether there are more */
                                    more: boolean;
                                };
                                stockReportedAt: string | null;
                                sending: {
                                    medium: "email" | "sms";
                                    problem: string | null;
                                    fix: string | null;
                                    /** @description What the sentence beside it says, for programs: its code and values. null: there is none, or only the sentence is known */
                                    why: components["schemas"]["TroubleWhy"] | null;
                                    lastSuccessAt: string | null;
                                    /** @description Whether messages wait for the next day */
                                    limitReached: boolean;
                                }[];
                            }[];
                            /** @description Send it as `cursor`; null on the last page */
                            next: string | null;
                        };
                    };
                };
                /** @description Default Response */
                "4XX": {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Failure"];
                    };
                };
                /** @description Default Response */
                "5XX": {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Failure"];
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/storeadmin/v3/operator/store": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Show how one store works
         * @description For operators of the installation who are signed in, not for keys.
         */
        get: {
            parameters: {
                query: {
                    /** @description pid of the store */
                    store: string;
                };
                header?: {
                    /** @description For members: the token of the open store, from GET /storeadmin/v3/me */
                    "Keepsake-Csrf"?: string;
                };
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description Default Response */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            pid: string;
                            name: string;
                            /** @description A test store mails only its members */
                            test: boolean;
                            /** Format: date-time */
                            createdAt: string;
                            pause: {
                                /** Format: date-time */
                                until: string;
                                reason: string | null;
                            } | null;
                            mails: {
                                waiting: {
                                    /** @description Queued messages that are not sent yet, up to 1000 */
                                    count: number;
                                    /** @description Whether there are more */
                                    more: boolean;
                                };
                                oldestAt: string | null;
                            };
                            alertBatches: {
                                /** @description Batches of alerts that are not sent yet, of up to 1,000 people each, up to 1000 */
                                count: number;
                                /** @description Whether there are more */
                                more: boolean;
                            };
                            setAside: {
                                /** @description Events that are set aside, up to 1000 */
                                count: number;
                                /** @description Whether there are more */
                                more: boolean;
                            };
                            stockReportedAt: string | null;
                            sending: {
                                medium: "email" | "sms";
                                problem: string | null;
                                fix: string | null;
                                /** @description What the sentence beside it says, for programs: its code and values. null: there is none, or only the sentence is known */
                                why: components["schemas"]["TroubleWhy"] | null;
                                lastSuccessAt: string | null;
                                /** @description Whether messages wait for the next day */
                                limitReached: boolean;
                            }[];
                        };
                    };
                };
                /** @description Default Response */
                "4XX": {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Failure"];
                    };
                };
                /** @description Default Response */
                "5XX": {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Failure"];
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/storeadmin/v3/operator/pause": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Pause what a store sends
         * @description Alerts and mails to shoppers wait, from a few seconds later on, until the pause ends or you end it; then all of them are sent. Mails to the store's members are sent all the same. The store sees the pause in its problems and in its audit log, and its members get a mail. For operators of the installation who are signed in, with a fresh proof, not for keys.
         */
        post: {
            parameters: {
                query?: never;
                header?: {
                    /** @description For members: the token of the open store, from GET /storeadmin/v3/me */
                    "Keepsake-Csrf"?: string;
                    /** @description For members: the token of a fresh proof that it is them. docs/members.md explains how to get one */
                    "Keepsake-Step-Up"?: string;
                };
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": {
                        /** @description pid of the store */
                        store: string;
                        /** @description After so many hours the pause ends by itself */
                        hours: number;
                        /** @description Why; the members of the store read it */
                        reason: string;
                    };
                };
            };
            responses: {
                /** @description Default Response */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            message: string;
                            store: string;
                            until: string | null;
                        };
                    };
                };
                /** @description Default Response */
                "4XX": {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Failure"];
                    };
                };
                /** @description Default Response */
                "5XX": {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Failure"];
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/storeadmin/v3/operator/resume": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Let a paused store send again
         * @description All that waits is sent, within a few minutes at the latest. For operators of the installation who are signed in, with a fresh proof, not for keys.
         */
        post: {
            parameters: {
                query?: never;
                header?: {
                    /** @description For members: the token of the open store, from GET /storeadmin/v3/me */
                    "Keepsake-Csrf"?: string;
                    /** @description For members: the token of a fresh proof that it is them. docs/members.md explains how to get one */
                    "Keepsake-Step-Up"?: string;
                };
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": {
                        /** @description pid of the store */
                        store: string;
                    };
                };
            };
            responses: {
                /** @description Default Response */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            message: string;
                            store: string;
                            until: string | null;
                        };
                    };
                };
                /** @description Default Response */
                "4XX": {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Failure"];
                    };
                };
                /** @description Default Response */
                "5XX": {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Failure"];
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/storeadmin/v3/operator/events": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List events that are set aside
         * @description A reader of events failed on them every time, so that it goes on without them. Some are tried again by themselves; the others wait for you. The oldest come first. For operators of the installation who are signed in, not for keys.
         */
        get: {
            parameters: {
                query?: {
                    /** @description Rows of a page, at most 500 */
                    limit?: string | number;
                    /** @description `next` of the page before */
                    cursor?: string;
                    /** @description pid of the store */
                    store?: string;
                    /** @description Only those of this reader */
                    reader?: string;
                };
                header?: {
                    /** @description For members: the token of the open store, from GET /storeadmin/v3/me */
                    "Keepsake-Csrf"?: string;
                };
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description A page as JSON or, with `Accept: text/csv`, all rows as CSV */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            items: {
                                /** @description Which reader of events failed */
                                reader: string;
                                /** @description Id */
                                event: string;
                                /** @description What happened, such as `stock.restocked` */
                                subject: string;
                                store: {
                                    pid: string;
                                    name: string;
                                };
                                /** Format: date-time */
                                createdAt: string;
                                /** Format: date-time */
                                setAsideAt: string;
                                tries: number;
                                /** @description Why the last try failed */
                                error: string;
                                nextTryAt: string | null;
                            }[];
                            /** @description Send it as `cursor`; null on the last page */
                            next: string | null;
                        };
                    };
                };
                /** @description Default Response */
                "4XX": {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Failure"];
                    };
                };
                /** @description Default Response */
                "5XX": {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Failure"];
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/storeadmin/v3/operator/events/replay": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Try events that are set aside again
         * @description For operators of the installation who are signed in, not for keys.
         */
        post: {
            parameters: {
                query?: never;
                header?: {
                    /** @description For members: the token of the open store, from GET /storeadmin/v3/me */
                    "Keepsake-Csrf"?: string;
                };
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": {
                        reader: string;
                        /** @description Only this one; without it, all of the reader */
                        event?: string;
                    };
                };
            };
            responses: {
                /** @description Default Response */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            message: string;
                            /** @description How many the workers try again within a few seconds */
                            events: number;
                        };
                    };
                };
                /** @description Default Response */
                "4XX": {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Failure"];
                    };
                };
                /** @description Default Response */
                "5XX": {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Failure"];
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/storeadmin/v3/problems": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List what needs the merchant's attention now
         * @description Connections that went quiet, senders, plans that are paused, webhooks, keys and owners. Steps that the merchant skipped (`setup.skipped`) are not missed. Needs the scope `settings:read`. Roles that have it: owner, manager, support, viewer, operator.
         */
        get: {
            parameters: {
                query?: never;
                header?: {
                    /** @description For members: the token of the open store, from GET /storeadmin/v3/me */
                    "Keepsake-Csrf"?: string;
                };
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description Default Response */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            /** @description Errors come first, and of each severity what began first */
                            items: ({
                                /** @enum {string} */
                                type: "no-script-seen";
                                /** @enum {unknown} */
                                severity: "error" | "warning";
                                since: string | null;
                                hours: number | null;
                            } | {
                                /** @enum {string} */
                                type: "no-stock-report";
                                /** @enum {unknown} */
                                severity: "error" | "warning";
                                since: string | null;
                                hours: number | null;
                            } | {
                                /** @enum {string} */
                                type: "connector-silent";
                                /** @enum {unknown} */
                                severity: "error" | "warning";
                                since: string | null;
                                /** @description Its name */
                                connector: string;
                                hours: number;
                            } | {
                                /** @enum {string} */
                                type: "connector-no-reconcile";
                                /** @enum {unknown} */
                                severity: "error" | "warning";
                                since: string | null;
                                /** @description Its name */
                                connector: string;
                                hours: number | null;
                            } | {
                                /** @enum {string} */
                                type: "connector-problem";
                                /** @enum {unknown} */
                                severity: "error" | "warning";
                                since: string | null;
                                /** @description Its name */
                                connector: string;
                                /** @description In its own words */
                                problem: string;
                            } | {
                                /** @enum {string} */
                                type: "connector-loses-events";
                                /** @enum {unknown} */
                                severity: "error" | "warning";
                                since: string | null;
                                /** @description Its name */
                                connector: string;
                                /** @description Quantities that the last one compared */
                                checked: number;
                                /** @description How many of them were wrong */
                                corrected: number;
                            } | {
                                /** @enum {string} */
                                type: "reservations-stuck";
                                /** @enum {unknown} */
                                severity: "error" | "warning";
                                since: string | null;
                                /** @description How many wait */
                                waiting: number;
                                /** @description How many nobody has released for a week: look for them at the platform */
                                givenUp: number;
                            } | {
                                /** @enum {string} */
                                type: "sending-paused";
                                /** @enum {unknown} */
                                severity: "error" | "warning";
                                since: string | null;
                                /**
                                 * Format: date-time
                                 * @description When sending goes on by itself
                                 */
                                until: string;
                                reason: string | null;
                            } | {
                                /** @enum {string} */
                                type: "no-sender";
                                /** @enum {unknown} */
                                severity: "error" | "warning";
                                since: string | null;
                            } | {
                                /** @enum {string} */
                                type: "sender-not-verified";
                                /** @enum {unknown} */
                                severity: "error" | "warning";
                                since: string | null;
                            } | {
                                /** @enum {string} */
                                type: "sender-dns-failing";
                                /** @enum {unknown} */
                                severity: "error" | "warning";
                                since: string | null;
                                records: ("spf" | "dkim" | "dmarc" | "return-path")[];
                            } | {
                                /** @enum {string} */
                                type: "provider-failing";
                                /** @enum {unknown} */
                                severity: "error" | "warning";
                                since: string | null;
                                medium: "email" | "sms";
                                /** @description What is wrong */
                                problem: string;
                                fix: string | null;
                                /** @description What the sentence beside it says, for programs: its code and values. null: there is none, or only the sentence is known */
                                why: components["schemas"]["TroubleWhy"] | null;
                            } | {
                                /** @enum {string} */
                                type: "daily-limit-reached";
                                /** @enum {unknown} */
                                severity: "error" | "warning";
                                since: string | null;
                                medium: "email" | "sms";
                            } | {
                                /** @enum {string} */
                                type: "alerts-stopped";
                                /** @enum {unknown} */
                                severity: "error" | "warning";
                                since: string | null;
                                reason: string;
                                /** @description What the sentence beside it says, for programs: its code and values. null: there is none, or only the sentence is known */
                                why: components["schemas"]["PlanWhy"] | null;
                            } | {
                                /** @enum {string} */
                                type: "plan-held";
                                /** @enum {unknown} */
                                severity: "error" | "warning";
                                since: string | null;
                                /** @description Id */
                                plan: string;
                                epi: string | null;
                                /** @description The market of the variant; absent for the variant as a whole */
                                market?: string;
                                dt: string | null;
                                vi: string | null;
                                topic: string;
                                reason: string | null;
                                /** @description What the sentence beside it says, for programs: its code and values. null: there is none, or only the sentence is known */
                                why: components["schemas"]["PlanWhy"] | null;
                            } | {
                                /** @enum {string} */
                                type: "webhooks-failing";
                                /** @enum {unknown} */
                                severity: "error" | "warning";
                                since: string | null;
                                /** @description How many endpoints */
                                count: number;
                            } | {
                                /** @enum {string} */
                                type: "webhook-disabled";
                                /** @enum {unknown} */
                                severity: "error" | "warning";
                                since: string | null;
                                /** @description Id */
                                endpoint: string;
                            } | {
                                /** @enum {string} */
                                type: "marketing-failing";
                                /** @enum {unknown} */
                                severity: "error" | "warning";
                                since: string | null;
                                /** @description Id */
                                connection: string;
                                /** @enum {unknown} */
                                tool: "klaviyo" | "http";
                            } | {
                                /** @enum {string} */
                                type: "marketing-paused";
                                /** @enum {unknown} */
                                severity: "error" | "warning";
                                since: string | null;
                                /** @description Id */
                                connection: string;
                                /** @enum {unknown} */
                                tool: "klaviyo" | "http";
                            } | {
                                /** @enum {string} */
                                type: "marketing-full";
                                /** @enum {unknown} */
                                severity: "error" | "warning";
                                since: string | null;
                                /** @description Id */
                                connection: string;
                                /** @enum {unknown} */
                                tool: "klaviyo" | "http";
                            } | {
                                /** @enum {string} */
                                type: "marketing-erasures";
                                /** @enum {unknown} */
                                severity: "error" | "warning";
                                since: string | null;
                                /** @description Id */
                                connection: string;
                                /** @enum {unknown} */
                                tool: "klaviyo" | "http";
                                /** @description How many people */
                                count: number;
                                /**
                                 * Format: date-time
                                 * @description When the first of them are given up
                                 */
                                dropsAt: string;
                            } | {
                                /** @enum {string} */
                                type: "key-expiring";
                                /** @enum {unknown} */
                                severity: "error" | "warning";
                                since: string | null;
                                name: string;
                                /** Format: date-time */
                                expiresAt: string;
                            } | {
                                /** @enum {string} */
                                type: "no-recovery-owner";
                                /** @enum {unknown} */
                                severity: "error" | "warning";
                                since: string | null;
                            })[];
                        };
                    };
                };
                /** @description Default Response */
                "4XX": {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Failure"];
                    };
                };
                /** @description Default Response */
                "5XX": {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Failure"];
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/storeadmin/v3/reports": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Show which report mails you get about the store
         * @description For members of the store, in every role, not for keys.
         */
        get: {
            parameters: {
                query?: never;
                header?: {
                    /** @description For members: the token of the open store, from GET /storeadmin/v3/me */
                    "Keepsake-Csrf"?: string;
                };
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description Default Response */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            /** @description Where the reports go */
                            email: string;
                            /** @description Every morning about the day before, in UTC; not if nothing happened */
                            daily: boolean;
                            /** @description On Mondays about the week before */
                            weekly: boolean;
                            threshold: number | null;
                            /** @enum {unknown} */
                            language: "en" | "de";
                        };
                    };
                };
                /** @description Default Response */
                "4XX": {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Failure"];
                    };
                };
                /** @description Default Response */
                "5XX": {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Failure"];
                    };
                };
            };
        };
        put?: never;
        /**
         * Choose which report mails you get about the store
         * @description Each member chooses for themselves. Every mail has a link that ends them. For members of the store, in every role, not for keys.
         */
        post: {
            parameters: {
                query?: never;
                header?: {
                    /** @description For members: the token of the open store, from GET /storeadmin/v3/me */
                    "Keepsake-Csrf"?: string;
                };
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": {
                        /** @description Every morning about the day before, in UTC; not if nothing happened */
                        daily: boolean;
                        /** @description On Mondays about the week before */
                        weekly: boolean;
                        threshold: number | null;
                        /** @enum {unknown} */
                        language: "en" | "de";
                    };
                };
            };
            responses: {
                /** @description Default Response */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            /** @description Where the reports go */
                            email: string;
                            /** @description Every morning about the day before, in UTC; not if nothing happened */
                            daily: boolean;
                            /** @description On Mondays about the week before */
                            weekly: boolean;
                            threshold: number | null;
                            /** @enum {unknown} */
                            language: "en" | "de";
                        };
                    };
                };
                /** @description Default Response */
                "4XX": {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Failure"];
                    };
                };
                /** @description Default Response */
                "5XX": {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Failure"];
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/storeadmin/v3/results": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List what alerts brought in, by day and topic
         * @description Of the store or, with epi, of one variant. The newest day comes first; days without results are left out. Needs the scope `insights`. Roles that have it: owner, manager, support, viewer, operator.
         */
        get: {
            parameters: {
                query?: {
                    /** @description Rows of a page, at most 500 */
                    limit?: string | number;
                    /** @description `next` of the page before */
                    cursor?: string;
                    /**
                     * @description The first day, in UTC. By default the range has 30 days
                     * @example 2026-11-18
                     */
                    from?: string;
                    /**
                     * @description The last day, in UTC; today by default. A range has at most 400 days
                     * @example 2026-11-18
                     */
                    to?: string;
                    /** @description backinstock, comingsoon, pricedrop, lowstock, or a topic of the shop's own */
                    topic?: string;
                    /** @description The variant: a whole number or a text of 1 to 64 characters */
                    epi?: string | number;
                    /** @description Only this market of the variant, by its name in the settings. Without it, the variant as a whole */
                    market?: string;
                };
                header?: {
                    /** @description For members: the token of the open store, from GET /storeadmin/v3/me */
                    "Keepsake-Csrf"?: string;
                };
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description A page as JSON or, with `Accept: text/csv`, all rows as CSV */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            items: {
                                /** @description A day in UTC */
                                day: string;
                                /** @description Empty for orders that a saved item led to */
                                topic: string;
                                /** @description Alerts that were sent */
                                notified: number;
                                /** @description People who followed the link of an alert */
                                clicked: number;
                                /** @description Sign-ups that ended with a purchase */
                                bought: number;
                                /** @description Units of orders that an alert or a saved item led to */
                                units: number;
                                /** @description Of these orders, by currency */
                                revenue: {
                                    currency: string;
                                    /**
                                     * @description Exact, as text
                                     * @example 119.94
                                     */
                                    amount: string;
                                }[];
                            }[];
                            /** @description Send it as `cursor`; null on the last page */
                            next: string | null;
                            asOf: string | null;
                        };
                    };
                };
                /** @description Default Response */
                "4XX": {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Failure"];
                    };
                };
                /** @description Default Response */
                "5XX": {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Failure"];
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/storeadmin/v3/results/variants": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the variants with the best results
         * @description The sums of a range of at most 92 days. Needs the scope `insights`. Roles that have it: owner, manager, support, viewer, operator.
         */
        get: {
            parameters: {
                query?: {
                    /** @description Rows of a page, at most 500 */
                    limit?: string | number;
                    /** @description `next` of the page before */
                    cursor?: string;
                    /**
                     * @description The first day, in UTC. By default the range has 30 days
                     * @example 2026-11-18
                     */
                    from?: string;
                    /**
                     * @description The last day, in UTC; today by default. A range has at most 400 days
                     * @example 2026-11-18
                     */
                    to?: string;
                    /** @description backinstock, comingsoon, pricedrop, lowstock, or a topic of the shop's own */
                    topic?: string;
                    /** @description The largest comes first; revenue by default, or notified while there is none */
                    sort?: "revenue" | "notified" | "clicked" | "bought" | "units";
                    /**
                     * @description For the order by revenue. By default the one of most units
                     * @example EUR
                     */
                    currency?: string;
                };
                header?: {
                    /** @description For members: the token of the open store, from GET /storeadmin/v3/me */
                    "Keepsake-Csrf"?: string;
                };
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description A page as JSON or, with `Accept: text/csv`, all rows as CSV */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            items: {
                                /** @description Variant id */
                                epi: string;
                                /** @description The market of the variant; absent for the variant as a whole */
                                market?: string;
                                empi: string | null;
                                dt: string | null;
                                vi: string | null;
                                du: string | null;
                                iu: string | null;
                                /** @description Alerts that were sent */
                                notified: number;
                                /** @description People who followed the link of an alert */
                                clicked: number;
                                /** @description Sign-ups that ended with a purchase */
                                bought: number;
                                /** @description Units of orders that an alert or a saved item led to */
                                units: number;
                                /** @description Of these orders, by currency */
                                revenue: {
                                    currency: string;
                                    /**
                                     * @description Exact, as text
                                     * @example 119.94
                                     */
                                    amount: string;
                                }[];
                            }[];
                            /** @description Send it as `cursor`; null on the last page */
                            next: string | null;
                            asOf: string | null;
                        };
                    };
                };
                /** @description Default Response */
                "4XX": {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Failure"];
                    };
                };
                /** @description Default Response */
                "5XX": {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Failure"];
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/storeadmin/v3/senders": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Show the store's senders
         * @description What mails and text messages are sent with, how it goes, the DNS records to copy with what the last check found, and the limits of a day with what was sent today. Never a password or key. The ETag is the version of the address and the providers. Needs the scope `settings:read`. Roles that have it: owner, manager, support, viewer, operator.
         */
        get: {
            parameters: {
                query?: never;
                header?: {
                    /** @description For members: the token of the open store, from GET /storeadmin/v3/me */
                    "Keepsake-Csrf"?: string;
                };
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description Default Response */
                200: {
                    headers: {
                        /** @description The version of what was read */
                        ETag?: string;
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            /** @description Also the ETag. Send it as `If-Match` with a change */
                            version: string;
                            email: {
                                provider: string | null;
                                label: string | null;
                                health: {
                                    lastSuccessAt: string | null;
                                    lastFailureAt: string | null;
                                    problem: string | null;
                                    fix: string | null;
                                    /** @description What the sentence beside it says, for programs: its code and values. null: there is none, or only the sentence is known */
                                    why: components["schemas"]["TroubleWhy"] | null;
                                };
                                /** @description Settings `sending.…` of the store. A day begins at midnight UTC; messages over a limit wait */
                                limits: {
                                    messagesPerDay: number | null;
                                    spendPerDay: number | null;
                                    price: number | null;
                                };
                                today: {
                                    messages: number;
                                    spent: number;
                                };
                                name: string | null;
                                address: string | null;
                                /** @description false: alerts wait until the code that was mailed there is entered */
                                verified: boolean;
                                dns: {
                                    checkedAt: string | null;
                                    records: {
                                        /** @description spf, dkim, dmarc or return-path */
                                        purpose: string;
                                        /** @description TXT, MX or CNAME */
                                        type: string;
                                        name: string;
                                        /** @description What to copy into DNS */
                                        value: string;
                                        /** @description ok, missing, wrong or unknown */
                                        state: string;
                                        problem: string | null;
                                        fix: string | null;
                                        /** @description What the sentence beside it says, for programs: its code and values. null: there is none, or only the sentence is known */
                                        why: components["schemas"]["DnsWhy"] | null;
                                        /** @description What the sentence beside it says, for programs: its code and values. null: there is none, or only the sentence is known */
                                        valueWhy: components["schemas"]["RecordValueWhy"] | null;
                                    }[];
                                };
                            };
                            sms: {
                                provider: string | null;
                                label: string | null;
                                health: {
                                    lastSuccessAt: string | null;
                                    lastFailureAt: string | null;
                                    problem: string | null;
                                    fix: string | null;
                                    /** @description What the sentence beside it says, for programs: its code and values. null: there is none, or only the sentence is known */
                                    why: components["schemas"]["TroubleWhy"] | null;
                                };
                                /** @description Settings `sending.…` of the store. A day begins at midnight UTC; messages over a limit wait */
                                limits: {
                                    messagesPerDay: number | null;
                                    spendPerDay: number | null;
                                    price: number | null;
                                };
                                today: {
                                    messages: number;
                                    spent: number;
                                };
                            };
                        };
                    };
                };
                /** @description Default Response */
                "4XX": {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Failure"];
                    };
                };
                /** @description Default Response */
                "5XX": {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Failure"];
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/storeadmin/v3/senders/set": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Set the store's own sender
         * @description The address that mails come from, and the provider: SMTP, Amazon SES or any that takes JSON, and Twilio or any that takes JSON for text messages. Passwords and keys are stored sealed and never shown again; whoever changes the host must enter them again. A new address gets a mail with a code (senders/verify); until then alerts wait. If the store's own provider fails, messages wait: they are not sent with the installation's. With `If-Match`, a change is refused (412) if somebody else has changed the senders meanwhile. Needs the scope `settings:write`. Roles that have it: owner, manager, with a fresh proof.
         */
        post: {
            parameters: {
                query?: never;
                header?: {
                    /** @description A call that is repeated with the same key has its effect once */
                    "Idempotency-Key"?: string;
                    /** @description The ETag that you read. If somebody has changed it since, the answer is 412 */
                    "If-Match"?: string;
                    /** @description For members: the token of the open store, from GET /storeadmin/v3/me */
                    "Keepsake-Csrf"?: string;
                    /** @description For members: the token of a fresh proof that it is them. docs/members.md explains how to get one */
                    "Keepsake-Step-Up"?: string;
                };
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": {
                        medium: "email" | "sms";
                        /** @description The sender name that recipients of mails see */
                        name?: string;
                        /** @description A mailbox of the shop, which mails come from */
                        address?: string;
                        /** @description `default` is the installation's. Without it, the provider stays as it is, and returnPath, spfInclude and dkimSelector change only what is sent */
                        provider?: "default" | "smtp" | "ses" | "http" | "twilio";
                        smtp?: {
                            /** @example mail.example */
                            host: string;
                            /** @description By default 587 with starttls and 465 with tls */
                            port?: number;
                            /** @description By default starttls, with port 465 tls. `none` only for a server on the same machine, where the operator allows that */
                            security?: "tls" | "starttls" | "none";
                            /**
                             * @description User name
                             * @example …
                             */
                            user?: string;
                            /**
                             * @description Password; it is never shown again
                             * @example …
                             */
                            password?: string;
                        };
                        ses?: {
                            /** @example eu-central-1 */
                            region: string;
                            /**
                             * @description Access key id
                             * @example …
                             */
                            accessKey: string;
                            /**
                             * @description Secret access key; it is never shown again
                             * @example …
                             */
                            secretKey: string;
                            /**
                             * @description Another endpoint with the API of SES
                             * @example https://provider.example/send
                             */
                            url?: string;
                            /**
                             * @description The SNS topic that reports bounces and complaints. With it, only reports that SNS signed for this topic are accepted
                             * @example arn:aws:sns:eu-west-1:123456789012:bounces
                             */
                            topic?: string;
                        };
                        http?: {
                            /**
                             * @description Takes the message as JSON. It is never shown again, because it may contain a secret
                             * @example https://provider.example/send
                             */
                            url: string;
                            /**
                             * @description Bearer token; it is never shown again
                             * @example …
                             */
                            secret?: string;
                            /**
                             * @description Number or name that text messages come from
                             * @example +4930123456
                             */
                            from?: string;
                        };
                        twilio?: {
                            /** @example AC0123456789abcdef0123456789abcdef */
                            account: string;
                            /**
                             * @description Auth token of the account; it also checks the signatures of replies. It is never shown again
                             * @example …
                             */
                            secret: string;
                            /**
                             * @description Number or name that text messages come from
                             * @example +4930123456
                             */
                            from: string;
                            /**
                             * @description Another endpoint with the API of Twilio
                             * @example https://provider.example/send
                             */
                            url?: string;
                        };
                        /** @description The address that bounces go to; without it, that of the sender */
                        returnPath?: string;
                        /**
                         * @description The domain that the provider wants to be included in SPF
                         * @example spf.provider.example
                         */
                        spfInclude?: string;
                        /**
                         * @description The selector that the provider signs with
                         * @example spf.provider.example
                         */
                        dkimSelector?: string;
                    };
                };
            };
            responses: {
                /** @description Default Response */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            message: string;
                            codeSent: boolean;
                        };
                    };
                };
                /** @description Default Response */
                "4XX": {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Failure"];
                    };
                };
                /** @description Default Response */
                "5XX": {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Failure"];
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/storeadmin/v3/senders/verify": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Verify the sender address with its code
         * @description Alerts that waited for it are sent at once. Needs the scope `settings:write`. Roles that have it: owner, manager.
         */
        post: {
            parameters: {
                query?: never;
                header?: {
                    /** @description A call that is repeated with the same key has its effect once */
                    "Idempotency-Key"?: string;
                    /** @description For members: the token of the open store, from GET /storeadmin/v3/me */
                    "Keepsake-Csrf"?: string;
                };
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": {
                        /** @description The eight digits of the mail */
                        code: string;
                    };
                    "application/x-www-form-urlencoded": {
                        /** @description The eight digits of the mail */
                        code: string;
                    };
                };
            };
            responses: {
                /** @description Default Response */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            message: string;
                            address: string;
                            verified: boolean;
                        };
                    };
                };
                /** @description Default Response */
                "4XX": {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Failure"];
                    };
                };
                /** @description Default Response */
                "5XX": {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Failure"];
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/storeadmin/v3/senders/remove": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Remove the store's own sender
         * @description The installation's provider and, for mails, its address are used again. The stored access is deleted. With `If-Match`, this is refused (412) if somebody else has changed the senders meanwhile. Needs the scope `settings:write`. Roles that have it: owner, manager, with a fresh proof.
         */
        post: {
            parameters: {
                query?: never;
                header?: {
                    /** @description A call that is repeated with the same key has its effect once */
                    "Idempotency-Key"?: string;
                    /** @description The ETag that you read. If somebody has changed it since, the answer is 412 */
                    "If-Match"?: string;
                    /** @description For members: the token of the open store, from GET /storeadmin/v3/me */
                    "Keepsake-Csrf"?: string;
                    /** @description For members: the token of a fresh proof that it is them. docs/members.md explains how to get one */
                    "Keepsake-Step-Up"?: string;
                };
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": {
                        medium: "email" | "sms";
                    };
                    "application/x-www-form-urlencoded": {
                        medium: "email" | "sms";
                    };
                };
            };
            responses: {
                /** @description Default Response */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            message: string;
                            changed: boolean;
                        };
                    };
                };
                /** @description Default Response */
                "4XX": {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Failure"];
                    };
                };
                /** @description Default Response */
                "5XX": {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Failure"];
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/storeadmin/v3/senders/check-dns": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Check the DNS records of the sender's domain
         * @description SPF, DKIM, DMARC and the return path, each with what to copy, what is wrong, and what to do. It takes up to twelve seconds. A signing key whose record is found signs the store's mails from then on. Needs the scope `settings:write`. Roles that have it: owner, manager.
         */
        post: {
            parameters: {
                query?: never;
                header?: {
                    /** @description For members: the token of the open store, from GET /storeadmin/v3/me */
                    "Keepsake-Csrf"?: string;
                };
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description Default Response */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            records: {
                                /** @description spf, dkim, dmarc or return-path */
                                purpose: string;
                                /** @description TXT, MX or CNAME */
                                type: string;
                                name: string;
                                /** @description What to copy into DNS */
                                value: string;
                                /** @description ok, missing, wrong or unknown */
                                state: string;
                                problem: string | null;
                                fix: string | null;
                                /** @description What the sentence beside it says, for programs: its code and values. null: there is none, or only the sentence is known */
                                why: components["schemas"]["DnsWhy"] | null;
                                /** @description What the sentence beside it says, for programs: its code and values. null: there is none, or only the sentence is known */
                                valueWhy: components["schemas"]["RecordValueWhy"] | null;
                            }[];
                        };
                    };
                };
                /** @description Default Response */
                "4XX": {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Failure"];
                    };
                };
                /** @description Default Response */
                "5XX": {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Failure"];
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/storeadmin/v3/senders/rotate-dkim": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Make a new signing key
         * @description The answer has the record to add to DNS. The present key signs until senders/check-dns finds the new record. Keep the old record for a week after that. Needs the scope `settings:write`. Roles that have it: owner, manager.
         */
        post: {
            parameters: {
                query?: never;
                header?: {
                    /** @description A call that is repeated with the same key has its effect once */
                    "Idempotency-Key"?: string;
                    /** @description For members: the token of the open store, from GET /storeadmin/v3/me */
                    "Keepsake-Csrf"?: string;
                };
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description Default Response */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            message: string;
                            record: {
                                /** @description spf, dkim, dmarc or return-path */
                                purpose: string;
                                /** @description TXT, MX or CNAME */
                                type: string;
                                name: string;
                                /** @description What to copy into DNS */
                                value: string;
                                /** @description ok, missing, wrong or unknown */
                                state: string;
                                problem: string | null;
                                fix: string | null;
                                /** @description What the sentence beside it says, for programs: its code and values. null: there is none, or only the sentence is known */
                                why: components["schemas"]["DnsWhy"] | null;
                                /** @description What the sentence beside it says, for programs: its code and values. null: there is none, or only the sentence is known */
                                valueWhy: components["schemas"]["RecordValueWhy"] | null;
                            };
                        };
                    };
                };
                /** @description Default Response */
                "4XX": {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Failure"];
                    };
                };
                /** @description Default Response */
                "5XX": {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Failure"];
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/storeadmin/v3/senders/send-test": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Send a test message
         * @description Sends one mail, or one text message, to your own address, the way alerts go, and answers what the provider said. Six in an hour at most; it does not count for the limits of a day. Needs the scope `settings:write`. Roles that have it: owner, manager.
         */
        post: {
            parameters: {
                query?: never;
                header?: {
                    /** @description A call that is repeated with the same key has its effect once */
                    "Idempotency-Key"?: string;
                    /** @description For members: the token of the open store, from GET /storeadmin/v3/me */
                    "Keepsake-Csrf"?: string;
                };
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": {
                        medium?: "email" | "sms";
                        /** @description Your own address, or your phone number with sms */
                        to: string;
                    };
                    "application/x-www-form-urlencoded": {
                        medium?: "email" | "sms";
                        /** @description Your own address, or your phone number with sms */
                        to: string;
                    };
                };
            };
            responses: {
                /** @description Default Response */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            /** @description Whether the provider accepted the message */
                            sent: boolean;
                            problem: string | null;
                            fix: string | null;
                            /** @description What the sentence beside it says, for programs: its code and values. null: there is none, or only the sentence is known */
                            why: components["schemas"]["TroubleWhy"] | null;
                        };
                    };
                };
                /** @description Default Response */
                "4XX": {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Failure"];
                    };
                };
                /** @description Default Response */
                "5XX": {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Failure"];
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/storeadmin/v3/senders/hooks": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Show the webhook addresses for providers
         * @description Where a provider reports bounces, complaints and replies. The addresses hold a secret: give them to your providers only. Needs the scope `settings:write`. Roles that have it: owner, manager, with a fresh proof.
         */
        get: {
            parameters: {
                query?: never;
                header?: {
                    /** @description For members: the token of the open store, from GET /storeadmin/v3/me */
                    "Keepsake-Csrf"?: string;
                    /** @description For members: the token of a fresh proof that it is them. docs/members.md explains how to get one */
                    "Keepsake-Step-Up"?: string;
                };
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description Default Response */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            /** @description For bounces and complaints. It holds a secret */
                            mail: string;
                            /** @description For replies to text messages. It holds a secret */
                            sms: string;
                        };
                    };
                };
                /** @description Default Response */
                "4XX": {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Failure"];
                    };
                };
                /** @description Default Response */
                "5XX": {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Failure"];
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/storeadmin/v3/alerts/template": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read the message of a topic
         * @description The same as `template/fetch`, for those who may look at the settings but not change messages. Needs the scope `settings:read`. Roles that have it: owner, manager, support, viewer, operator.
         */
        get: {
            parameters: {
                query: {
                    /** @description backinstock, comingsoon, pricedrop, lowstock, or a topic of the shop's own */
                    topic: string;
                    /** @description The language of the message; without it, that of the store (the setting alerts.language) */
                    locale?: "en" | "de" | "fr";
                };
                header?: {
                    /** @description For members: the token of the open store, from GET /storeadmin/v3/me */
                    "Keepsake-Csrf"?: string;
                };
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description Default Response */
                200: {
                    headers: {
                        /** @description The version of what was read */
                        ETag?: string;
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            topic: string;
                            /** @description The language of the message */
                            locale: string;
                            /** @description false: the default message */
                            own: boolean;
                            subject: string;
                            source: string;
                            /** @description Counts the saves of the topic in this language; 0: our default message. Also the ETag */
                            version: number;
                        };
                    };
                };
                /** @description Default Response */
                "4XX": {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Failure"];
                    };
                };
                /** @description Default Response */
                "5XX": {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Failure"];
                    };
                };
            };
        };
        put?: never;
        /**
         * Save the message of a topic
         * @description Send a subject and MJML, both with Liquid. The call compiles and tries the template. If there are problems, it refuses the template and names their lines. The answer has a preview: show `preview.frame` in a page, never `preview.html`. Needs the scope `alerts`. Roles that have it: owner, manager.
         */
        post: {
            parameters: {
                query?: never;
                header?: {
                    /** @description A call that is repeated with the same key has its effect once */
                    "Idempotency-Key"?: string;
                    /** @description The ETag that you read. If somebody has changed it since, the answer is 412 */
                    "If-Match"?: string;
                    /** @description For members: the token of the open store, from GET /storeadmin/v3/me */
                    "Keepsake-Csrf"?: string;
                };
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": {
                        /** @description backinstock, comingsoon, pricedrop, lowstock, or a topic of the shop's own */
                        topic: string;
                        /** @description The language of the message; without it, that of the store (the setting alerts.language) */
                        locale?: "en" | "de" | "fr";
                        /** @description Liquid */
                        subject: string;
                        /** @description MJML with Liquid */
                        source: string;
                    };
                    "application/x-www-form-urlencoded": {
                        /** @description backinstock, comingsoon, pricedrop, lowstock, or a topic of the shop's own */
                        topic: string;
                        /** @description The language of the message; without it, that of the store (the setting alerts.language) */
                        locale?: "en" | "de" | "fr";
                        /** @description Liquid */
                        subject: string;
                        /** @description MJML with Liquid */
                        source: string;
                    };
                };
            };
            responses: {
                /** @description Default Response */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            message: string;
                            topic: string;
                            /** @description The language of the message */
                            locale: string;
                            /** @description Counts the saves of the topic in this language; 0: our default message. Also the ETag */
                            version: number;
                            preview: {
                                subject: string;
                                html: string;
                                /** @description An iframe that shows the message and runs no script */
                                frame: string;
                            };
                        };
                    };
                };
                /** @description Default Response */
                "4XX": {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Failure"];
                    };
                };
                /** @description Default Response */
                "5XX": {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Failure"];
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/storeadmin/v3/alerts/template/fetch": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Fetch the message of a topic
         * @description Returns the template that you saved (own is true), or the default message to start from (own is false). Needs the scope `alerts`. Roles that have it: owner, manager.
         */
        post: {
            parameters: {
                query?: never;
                header?: {
                    /** @description For members: the token of the open store, from GET /storeadmin/v3/me */
                    "Keepsake-Csrf"?: string;
                };
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": {
                        /** @description backinstock, comingsoon, pricedrop, lowstock, or a topic of the shop's own */
                        topic: string;
                        /** @description The language of the message; without it, that of the store (the setting alerts.language) */
                        locale?: "en" | "de" | "fr";
                    };
                    "application/x-www-form-urlencoded": {
                        /** @description backinstock, comingsoon, pricedrop, lowstock, or a topic of the shop's own */
                        topic: string;
                        /** @description The language of the message; without it, that of the store (the setting alerts.language) */
                        locale?: "en" | "de" | "fr";
                    };
                };
            };
            responses: {
                /** @description Default Response */
                200: {
                    headers: {
                        /** @description The version of what was read */
                        ETag?: string;
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            topic: string;
                            /** @description The language of the message */
                            locale: string;
                            /** @description false: the default message */
                            own: boolean;
                            subject: string;
                            source: string;
                            /** @description Counts the saves of the topic in this language; 0: our default message. Also the ETag */
                            version: number;
                        };
                    };
                };
                /** @description Default Response */
                "4XX": {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Failure"];
                    };
                };
                /** @description Default Response */
                "5XX": {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Failure"];
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/storeadmin/v3/alerts/templates": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the messages of the store
         * @description Each built-in topic, and each topic that the store has its own message for: in the language of the store, and in each language that it has a message in. Needs the scope `settings:read`. Roles that have it: owner, manager, support, viewer, operator.
         */
        get: {
            parameters: {
                query?: never;
                header?: {
                    /** @description For members: the token of the open store, from GET /storeadmin/v3/me */
                    "Keepsake-Csrf"?: string;
                };
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description Default Response */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            templates: {
                                topic: string;
                                /** @description The language of the message */
                                locale: string;
                                /** @description Counts the saves of the topic in this language; 0: our default message. Also the ETag */
                                version: number;
                                /** @description null: the default message */
                                updatedAt: string | null;
                                savedBy: string | null;
                            }[];
                        };
                    };
                };
                /** @description Default Response */
                "4XX": {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Failure"];
                    };
                };
                /** @description Default Response */
                "5XX": {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Failure"];
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/storeadmin/v3/alerts/template/versions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the versions of a message
         * @description The newest first; fifty of each topic and language are kept. Needs the scope `settings:read`. Roles that have it: owner, manager, support, viewer, operator.
         */
        get: {
            parameters: {
                query: {
                    /** @description backinstock, comingsoon, pricedrop, lowstock, or a topic of the shop's own */
                    topic: string;
                    /** @description The language of the message; without it, that of the store (the setting alerts.language) */
                    locale?: "en" | "de" | "fr";
                };
                header?: {
                    /** @description For members: the token of the open store, from GET /storeadmin/v3/me */
                    "Keepsake-Csrf"?: string;
                };
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description Default Response */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            topic: string;
                            /** @description The language of the message */
                            locale: string;
                            versions: {
                                /** @description Counts the saves of the topic in this language; 0: our default message. Also the ETag */
                                version: number;
                                subject: string;
                                source: string;
                                /** Format: date-time */
                                savedAt: string;
                                /** @description Name of the key, or email address of the member; unknown for a first version that is older than versions are */
                                savedBy: string;
                            }[];
                        };
                    };
                };
                /** @description Default Response */
                "4XX": {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Failure"];
                    };
                };
                /** @description Default Response */
                "5XX": {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Failure"];
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/storeadmin/v3/alerts/template/restore": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Go back to an earlier version of a message
         * @description Saves it again, as a new version. Needs the scope `alerts`. Roles that have it: owner, manager.
         */
        post: {
            parameters: {
                query?: never;
                header?: {
                    /** @description A call that is repeated with the same key has its effect once */
                    "Idempotency-Key"?: string;
                    /** @description The ETag that you read. If somebody has changed it since, the answer is 412 */
                    "If-Match"?: string;
                    /** @description For members: the token of the open store, from GET /storeadmin/v3/me */
                    "Keepsake-Csrf"?: string;
                };
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": {
                        /** @description backinstock, comingsoon, pricedrop, lowstock, or a topic of the shop's own */
                        topic: string;
                        /** @description The language of the message; without it, that of the store (the setting alerts.language) */
                        locale?: "en" | "de" | "fr";
                        version: number | string;
                    };
                    "application/x-www-form-urlencoded": {
                        /** @description backinstock, comingsoon, pricedrop, lowstock, or a topic of the shop's own */
                        topic: string;
                        /** @description The language of the message; without it, that of the store (the setting alerts.language) */
                        locale?: "en" | "de" | "fr";
                        version: number | string;
                    };
                };
            };
            responses: {
                /** @description Default Response */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            message: string;
                            topic: string;
                            /** @description The language of the message */
                            locale: string;
                            /** @description Counts the saves of the topic in this language; 0: our default message. Also the ETag */
                            version: number;
                            preview: {
                                subject: string;
                                html: string;
                                /** @description An iframe that shows the message and runs no script */
                                frame: string;
                            };
                        };
                    };
                };
                /** @description Default Response */
                "4XX": {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Failure"];
                    };
                };
                /** @description Default Response */
                "5XX": {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Failure"];
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/storeadmin/v3/alerts/template/reset": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Return to the default message of a topic
         * @description With `If-Match`, this is refused (412) if somebody else has saved another version meanwhile. Needs the scope `alerts`. Roles that have it: owner, manager.
         */
        post: {
            parameters: {
                query?: never;
                header?: {
                    /** @description A call that is repeated with the same key has its effect once */
                    "Idempotency-Key"?: string;
                    /** @description The ETag that you read. If somebody has changed it since, the answer is 412 */
                    "If-Match"?: string;
                    /** @description For members: the token of the open store, from GET /storeadmin/v3/me */
                    "Keepsake-Csrf"?: string;
                };
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": {
                        /** @description backinstock, comingsoon, pricedrop, lowstock, or a topic of the shop's own */
                        topic: string;
                        /** @description The language of the message; without it, that of the store (the setting alerts.language) */
                        locale?: "en" | "de" | "fr";
                    };
                    "application/x-www-form-urlencoded": {
                        /** @description backinstock, comingsoon, pricedrop, lowstock, or a topic of the shop's own */
                        topic: string;
                        /** @description The language of the message; without it, that of the store (the setting alerts.language) */
                        locale?: "en" | "de" | "fr";
                    };
                };
            };
            responses: {
                /** @description Default Response */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            message: string;
                            topic: string;
                            /** @description The language of the message */
                            locale: string;
                            changed: boolean;
                        };
                    };
                };
                /** @description Default Response */
                "4XX": {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Failure"];
                    };
                };
                /** @description Default Response */
                "5XX": {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Failure"];
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/storeadmin/v3/alerts/template/variables": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List what a message may use
         * @description The variables and filters of Liquid, each in a sentence and with an example. Needs the scope `settings:read`. Roles that have it: owner, manager, support, viewer, operator.
         */
        get: {
            parameters: {
                query: {
                    /** @description backinstock, comingsoon, pricedrop, lowstock, or a topic of the shop's own */
                    topic: string;
                    /** @description The language of the message; without it, that of the store (the setting alerts.language) */
                    locale?: "en" | "de" | "fr";
                };
                header?: {
                    /** @description For members: the token of the open store, from GET /storeadmin/v3/me */
                    "Keepsake-Csrf"?: string;
                };
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description Default Response */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            topic: string;
                            locale: string;
                            /** @description Each with an example value */
                            variables: {
                                /** @enum {unknown} */
                                name: "shop.name" | "shop.logo" | "shop.color" | "shop.buttonColor" | "shop.buttonTextColor" | "shop.darkButtonColor" | "shop.darkButtonTextColor" | "product.title" | "product.variant" | "product.fullTitle" | "product.url" | "product.image" | "product.price" | "product.compareAtPrice" | "quantity" | "offer.until" | "links.offer" | "links.preferences" | "links.unsubscribe" | "button.label" | "button.url" | "copy.subject" | "copy.eyebrow" | "copy.lead" | "copy.quantity" | "copy.why" | "copy.preferences" | "copy.unsubscribe" | "subject" | "preheader" | "language" | "locale" | "topic";
                                description: string;
                                example: string;
                            }[];
                            /** @description Each with an example of its use */
                            filters: {
                                /** @enum {unknown} */
                                name: "append" | "prepend" | "capitalize" | "downcase" | "upcase" | "default" | "date" | "escape" | "first" | "last" | "join" | "size" | "split" | "slice" | "strip" | "replace" | "remove" | "truncate" | "truncatewords" | "plus" | "minus" | "times" | "divided_by" | "round" | "preview" | "url_encode";
                                description: string;
                                example: string;
                            }[];
                        };
                    };
                };
                /** @description Default Response */
                "4XX": {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Failure"];
                    };
                };
                /** @description Default Response */
                "5XX": {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Failure"];
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/storeadmin/v3/alerts/template/preview": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Preview the message of a topic without saving it
         * @description Makes the same checks as saving, and shows the message with invented data, or about a variant of the shop. Without subject and source, it is the message that shoppers get now. The answer has a preview: show `preview.frame` in a page, never `preview.html`. Needs the scope `alerts`. Roles that have it: owner, manager.
         */
        post: {
            parameters: {
                query?: never;
                header?: {
                    /** @description For members: the token of the open store, from GET /storeadmin/v3/me */
                    "Keepsake-Csrf"?: string;
                };
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": {
                        /** @description backinstock, comingsoon, pricedrop, lowstock, or a topic of the shop's own */
                        topic: string;
                        /** @description The language of the message; without it, that of the store (the setting alerts.language) */
                        locale?: "en" | "de" | "fr";
                        /** @description Liquid */
                        subject?: string;
                        /** @description MJML with Liquid. Without subject and source: what shoppers get now */
                        source?: string;
                        /** @description A variant of the shop; without it, the message is about our example */
                        epi?: string | number;
                    };
                    "application/x-www-form-urlencoded": {
                        /** @description backinstock, comingsoon, pricedrop, lowstock, or a topic of the shop's own */
                        topic: string;
                        /** @description The language of the message; without it, that of the store (the setting alerts.language) */
                        locale?: "en" | "de" | "fr";
                        /** @description Liquid */
                        subject?: string;
                        /** @description MJML with Liquid. Without subject and source: what shoppers get now */
                        source?: string;
                        /** @description A variant of the shop; without it, the message is about our example */
                        epi?: string | number;
                    };
                };
            };
            responses: {
                /** @description Default Response */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            topic: string;
                            /** @description The language of the message */
                            locale: string;
                            preview: {
                                subject: string;
                                html: string;
                                /** @description An iframe that shows the message and runs no script */
                                frame: string;
                                /** @description The text part of the mail. It is always ours */
                                text: string;
                            };
                        };
                    };
                };
                /** @description Default Response */
                "4XX": {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Failure"];
                    };
                };
                /** @description Default Response */
                "5XX": {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Failure"];
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/storeadmin/v3/alerts/template/preview-page": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Preview the message of a topic as a page
         * @description For a form of the dashboard whose target is an `<iframe sandbox="">`. The page runs no script, whatever the message contains. `dark=1` shows it as in dark mode, `images=0` without pictures; `name`, `color` and `logo` as if the shop looked so. A message with mistakes is a page that lists them. Needs the scope `alerts`. Roles that have it: owner, manager.
         */
        post: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": {
                        /** @description backinstock, comingsoon, pricedrop, lowstock, or a topic of the shop's own */
                        topic: string;
                        /** @description The language of the message; without it, that of the store (the setting alerts.language) */
                        locale?: "en" | "de" | "fr";
                        /** @description Liquid */
                        subject?: string;
                        /** @description MJML with Liquid. Without subject and source: what shoppers get now */
                        source?: string;
                        /** @description A variant of the shop; without it, the message is about our example */
                        epi?: string | number;
                        /** @description A name of the shop to try */
                        name?: string;
                        /** @description A colour to try, as in the setting alerts.color; empty: none */
                        color?: "" | string;
                        /** @description A logo to try, as in the setting shop.logo; empty: none */
                        logo?: "" | string;
                        dark?: "0" | "1" | "true" | "false" | boolean | 0 | 1;
                        images?: "0" | "1" | "true" | "false" | boolean | 0 | 1;
                    };
                    "application/x-www-form-urlencoded": {
                        /** @description backinstock, comingsoon, pricedrop, lowstock, or a topic of the shop's own */
                        topic: string;
                        /** @description The language of the message; without it, that of the store (the setting alerts.language) */
                        locale?: "en" | "de" | "fr";
                        /** @description Liquid */
                        subject?: string;
                        /** @description MJML with Liquid. Without subject and source: what shoppers get now */
                        source?: string;
                        /** @description A variant of the shop; without it, the message is about our example */
                        epi?: string | number;
                        /** @description A name of the shop to try */
                        name?: string;
                        /** @description A colour to try, as in the setting alerts.color; empty: none */
                        color?: "" | string;
                        /** @description A logo to try, as in the setting shop.logo; empty: none */
                        logo?: "" | string;
                        dark?: "0" | "1" | "true" | "false" | boolean | 0 | 1;
                        images?: "0" | "1" | "true" | "false" | boolean | 0 | 1;
                    };
                };
            };
            responses: {
                /** @description The mail as a page */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "text/html": string;
                    };
                };
                /** @description Default Response */
                "4XX": {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Failure"];
                    };
                };
                /** @description Default Response */
                "5XX": {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Failure"];
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/storeadmin/v3/alerts/template/send-test": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Send a message to a member as a test
         * @description Sends the message with invented data, the way alerts go, to your own address or to another member's, and answers what the provider said. The subject begins with [Test]; links to the shopper's own pages lead nowhere. Twenty in an hour at most. Needs the scope `alerts`. Roles that have it: owner, manager.
         */
        post: {
            parameters: {
                query?: never;
                header?: {
                    /** @description A call that is repeated with the same key has its effect once */
                    "Idempotency-Key"?: string;
                    /** @description For members: the token of the open store, from GET /storeadmin/v3/me */
                    "Keepsake-Csrf"?: string;
                };
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": {
                        /** @description backinstock, comingsoon, pricedrop, lowstock, or a topic of the shop's own */
                        topic: string;
                        /** @description The language of the message; without it, that of the store (the setting alerts.language) */
                        locale?: "en" | "de" | "fr";
                        /** @description Liquid */
                        subject?: string;
                        /** @description MJML with Liquid. Without subject and source: what shoppers get now */
                        source?: string;
                        /** @description A variant of the shop; without it, the message is about our example */
                        epi?: string | number;
                        /** @description The address of a member; without it, your own */
                        to?: string;
                    };
                    "application/x-www-form-urlencoded": {
                        /** @description backinstock, comingsoon, pricedrop, lowstock, or a topic of the shop's own */
                        topic: string;
                        /** @description The language of the message; without it, that of the store (the setting alerts.language) */
                        locale?: "en" | "de" | "fr";
                        /** @description Liquid */
                        subject?: string;
                        /** @description MJML with Liquid. Without subject and source: what shoppers get now */
                        source?: string;
                        /** @description A variant of the shop; without it, the message is about our example */
                        epi?: string | number;
                        /** @description The address of a member; without it, your own */
                        to?: string;
                    };
                };
            };
            responses: {
                /** @description Default Response */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            message: string;
                            to: string;
                            /** @description Whether the provider accepted the message */
                            sent: boolean;
                            problem: string | null;
                            fix: string | null;
                            /** @description What the sentence beside it says, for programs: its code and values. null: there is none, or only the sentence is known */
                            why: components["schemas"]["TroubleWhy"] | null;
                        };
                    };
                };
                /** @description Default Response */
                "4XX": {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Failure"];
                    };
                };
                /** @description Default Response */
                "5XX": {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Failure"];
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/storeadmin/v3/user/generate-regid": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Identify a shopper
         * @description Send uuid for a guest or useremail for an account. With both, the guest becomes part of the account. Needs the scope `identity`. No role has it.
         */
        post: {
            parameters: {
                query?: never;
                header?: {
                    /** @description A call that is repeated with the same key has its effect once */
                    "Idempotency-Key"?: string;
                };
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/x-www-form-urlencoded": {
                        /** @description UUID v4 of a guest */
                        uuid?: string;
                        /** @description Email address of the shopper */
                        useremail?: string;
                        /** @description Kind of client, such as mobileApp; may be empty; not stored */
                        useragenttype: string;
                    };
                    "application/json": {
                        /** @description UUID v4 of a guest */
                        uuid?: string;
                        /** @description Email address of the shopper */
                        useremail?: string;
                        /** @description Kind of client, such as mobileApp; may be empty; not stored */
                        useragenttype: string;
                    };
                };
            };
            responses: {
                /** @description Default Response */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            /** @description What the call did, as a text for people */
                            message: string;
                            /** @description Identifies the shopper; always the same for the same uuid or email */
                            regid: string;
                            /** @description Proves the shopper's identity until the session ends (docs/identity.md says when) */
                            sessionid: string;
                        };
                    };
                };
                /** @description Default Response */
                "4XX": {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Failure"];
                    };
                };
                /** @description Default Response */
                "5XX": {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Failure"];
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/storeadmin/v3/user/guest-validate-sync": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Make a guest part of an account
         * @description Repeating the call changes nothing. With dryrun=1 it returns what would move and changes nothing. Needs the scope `identity`. No role has it.
         */
        post: {
            parameters: {
                query?: never;
                header?: {
                    /** @description A call that is repeated with the same key has its effect once */
                    "Idempotency-Key"?: string;
                };
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/x-www-form-urlencoded": {
                        /** @description Shopper id from generate-regid */
                        regid: string;
                        /** @description Email address of the shopper */
                        useremail: string;
                        /** @description Kind of client, such as mobileApp; may be empty; not stored */
                        useragenttype: string;
                        dryrun?: "0" | "1" | "true" | "false" | boolean | 0 | 1;
                    };
                    "application/json": {
                        /** @description Shopper id from generate-regid */
                        regid: string;
                        /** @description Email address of the shopper */
                        useremail: string;
                        /** @description Kind of client, such as mobileApp; may be empty; not stored */
                        useragenttype: string;
                        dryrun?: "0" | "1" | "true" | "false" | boolean | 0 | 1;
                    };
                };
            };
            responses: {
                /** @description Default Response */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            /** @description What the call did, as a text for people */
                            message: string;
                            /** @description Identifies the shopper; always the same for the same uuid or email */
                            regid: string;
                            /** @description Proves the shopper's identity; not with dryrun */
                            sessionid?: string;
                            dryrun?: boolean;
                            /** @description With dryrun: what the merge would move */
                            moved?: {
                                lists?: {
                                    moved: number;
                                    united: number;
                                    itemsUnited: number;
                                };
                                subscriptions?: {
                                    moved: number;
                                };
                            };
                        };
                    };
                };
                /** @description Default Response */
                "4XX": {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Failure"];
                    };
                };
                /** @description Default Response */
                "5XX": {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Failure"];
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/storeadmin/v3/user/undo-merge": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Undo a merge
         * @description Separates a guest from its account again, within 30 days after the merge. Needs the scope `identity`. No role has it.
         */
        post: {
            parameters: {
                query?: never;
                header?: {
                    /** @description A call that is repeated with the same key has its effect once */
                    "Idempotency-Key"?: string;
                };
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/x-www-form-urlencoded": {
                        /** @description Shopper id from generate-regid */
                        regid: string;
                    };
                    "application/json": {
                        /** @description Shopper id from generate-regid */
                        regid: string;
                    };
                };
            };
            responses: {
                /** @description Default Response */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            message: string;
                        };
                    };
                };
                /** @description Default Response */
                "4XX": {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Failure"];
                    };
                };
                /** @description Default Response */
                "5XX": {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Failure"];
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/storeadmin/v3/user/revoke-sessions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * End sessions
         * @description Of one session (sessionid), of one shopper (regid or useremail), or of every shopper of the store (all=1). Takes effect within 5 seconds. Needs the scope `identity`. No role has it.
         */
        post: {
            parameters: {
                query?: never;
                header?: {
                    /** @description A call that is repeated with the same key has its effect once */
                    "Idempotency-Key"?: string;
                };
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/x-www-form-urlencoded": {
                        /** @description Session id from generate-regid */
                        sessionid?: string;
                        /** @description Shopper id from generate-regid */
                        regid?: string;
                        /** @description Email address of the shopper */
                        useremail?: string;
                        all?: "0" | "1" | "true" | "false" | boolean | 0 | 1;
                    };
                    "application/json": {
                        /** @description Session id from generate-regid */
                        sessionid?: string;
                        /** @description Shopper id from generate-regid */
                        regid?: string;
                        /** @description Email address of the shopper */
                        useremail?: string;
                        all?: "0" | "1" | "true" | "false" | boolean | 0 | 1;
                    };
                };
            };
            responses: {
                /** @description Default Response */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            message: string;
                        };
                    };
                };
                /** @description Default Response */
                "4XX": {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Failure"];
                    };
                };
                /** @description Default Response */
                "5XX": {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Failure"];
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/storeadmin/v3/topics": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the topics of the store
         * @description The built-in ones, and those of the setting `alerts.topics`. Needs the scope `settings:read`. Roles that have it: owner, manager, support, viewer, operator.
         */
        get: {
            parameters: {
                query?: never;
                header?: {
                    /** @description For members: the token of the open store, from GET /storeadmin/v3/me */
                    "Keepsake-Csrf"?: string;
                };
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description Default Response */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            topics: {
                                name: string;
                                builtIn: boolean;
                                startedBy: string | null;
                                /** @description Whether the alerts share out new units by the store's policy */
                                sharesUnits: boolean;
                            }[];
                        };
                    };
                };
                /** @description Default Response */
                "4XX": {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Failure"];
                    };
                };
                /** @description Default Response */
                "5XX": {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Failure"];
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/storeadmin/v3/webhooks": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the webhook endpoints, and whether they work
         * @description A store has at most 50. Secrets are not shown. Needs the scope `webhooks`. Roles that have it: owner, manager.
         */
        get: {
            parameters: {
                query?: never;
                header?: {
                    /** @description For members: the token of the open store, from GET /storeadmin/v3/me */
                    "Keepsake-Csrf"?: string;
                };
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description A page as JSON or, with `Accept: text/csv`, all rows as CSV */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            items: {
                                /**
                                 * @description Id of the endpoint
                                 * @example 487126534194176001
                                 */
                                endpoint: string;
                                url: string;
                                description: string;
                                /** @description Names of the events that are sent; `["*"]` for all */
                                events: string[];
                                /**
                                 * Format: date-time
                                 * @description When it was created
                                 */
                                createdAt: string;
                                /** @description failing: every try since `failingSince` has failed. disabled: nothing is sent */
                                state: "enabled" | "failing" | "disabled";
                                disabledAt: string | null;
                                disabledBecause: string | null;
                                /** @description What the sentence beside it says, for programs: its code and values. null: there is none, or only the sentence is known */
                                disabledWhy: components["schemas"]["DisabledWhy"] | null;
                                /** @description Deliveries that are not accepted yet */
                                waiting: number;
                                lastSuccess: string | null;
                                lastFailure: string | null;
                                failingSince: string | null;
                                problem: string | null;
                                /** @description What the sentence beside it says, for programs: its code and values. null: there is none, or only the sentence is known */
                                why: components["schemas"]["DeliveryWhy"] | null;
                                oldSecretUntil: string | null;
                                replay: {
                                    /**
                                     * Format: date-time
                                     * @description When it was asked for
                                     */
                                    startedAt: string;
                                    finishedAt: string | null;
                                    /** @description Events that were queued so far */
                                    events: number;
                                    problem: string | null;
                                    /** @description What the sentence beside it says, for programs: its code and values. null: there is none, or only the sentence is known */
                                    why: components["schemas"]["ReplayWhy"] | null;
                                } | null;
                            }[];
                            /** @description Send it as `cursor`; null on the last page */
                            next: string | null;
                        };
                    };
                };
                /** @description Default Response */
                "4XX": {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Failure"];
                    };
                };
                /** @description Default Response */
                "5XX": {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Failure"];
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/storeadmin/v3/webhooks/create": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Add a webhook endpoint
         * @description From now on the store's events are posted to the URL, signed as Standard Webhooks describes. Needs the scope `webhooks`. Roles that have it: owner, manager, with a fresh proof.
         */
        post: {
            parameters: {
                query?: never;
                header?: {
                    /** @description A call that is repeated with the same key has its effect once */
                    "Idempotency-Key"?: string;
                    /** @description For members: the token of the open store, from GET /storeadmin/v3/me */
                    "Keepsake-Csrf"?: string;
                    /** @description For members: the token of a fresh proof that it is them. docs/members.md explains how to get one */
                    "Keepsake-Step-Up"?: string;
                };
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": {
                        /**
                         * @description https, on port 443 or 8443. Redirects are not followed
                         * @example https://hooks.example.com/keepsake
                         */
                        url: string;
                        /** @description For people: what it is for */
                        description?: string;
                        /** @description Names of the events to send, or `["*"]` for all; also separated by commas; in a form, as JSON text */
                        events?: ("*" | "list.created" | "list.updated" | "list.deleted" | "list.shared" | "item.added" | "item.updated" | "item.removed" | "shopper.merged" | "shopper.erased" | "alert.subscribed" | "alert.confirmed" | "alert.unsubscribed" | "alert.failed" | "alert.offered" | "alert.sent" | "alert.clicked" | "alert.bought" | "stock.restocked" | "stock.ran-low" | "price.dropped")[] | string;
                    };
                    "application/x-www-form-urlencoded": {
                        /**
                         * @description https, on port 443 or 8443. Redirects are not followed
                         * @example https://hooks.example.com/keepsake
                         */
                        url: string;
                        /** @description For people: what it is for */
                        description?: string;
                        /** @description Names of the events to send, or `["*"]` for all; also separated by commas; in a form, as JSON text */
                        events?: ("*" | "list.created" | "list.updated" | "list.deleted" | "list.shared" | "item.added" | "item.updated" | "item.removed" | "shopper.merged" | "shopper.erased" | "alert.subscribed" | "alert.confirmed" | "alert.unsubscribed" | "alert.failed" | "alert.offered" | "alert.sent" | "alert.clicked" | "alert.bought" | "stock.restocked" | "stock.ran-low" | "price.dropped")[] | string;
                    };
                };
            };
            responses: {
                /** @description Default Response */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            /**
                             * @description Id of the endpoint
                             * @example 487126534194176001
                             */
                            endpoint: string;
                            url: string;
                            description: string;
                            /** @description Names of the events that are sent; `["*"]` for all */
                            events: string[];
                            /**
                             * Format: date-time
                             * @description When it was created
                             */
                            createdAt: string;
                            /** @description failing: every try since `failingSince` has failed. disabled: nothing is sent */
                            state: "enabled" | "failing" | "disabled";
                            disabledAt: string | null;
                            disabledBecause: string | null;
                            /** @description What the sentence beside it says, for programs: its code and values. null: there is none, or only the sentence is known */
                            disabledWhy: components["schemas"]["DisabledWhy"] | null;
                            /** @description Deliveries that are not accepted yet */
                            waiting: number;
                            lastSuccess: string | null;
                            lastFailure: string | null;
                            failingSince: string | null;
                            problem: string | null;
                            /** @description What the sentence beside it says, for programs: its code and values. null: there is none, or only the sentence is known */
                            why: components["schemas"]["DeliveryWhy"] | null;
                            oldSecretUntil: string | null;
                            replay: {
                                /**
                                 * Format: date-time
                                 * @description When it was asked for
                                 */
                                startedAt: string;
                                finishedAt: string | null;
                                /** @description Events that were queued so far */
                                events: number;
                                problem: string | null;
                                /** @description What the sentence beside it says, for programs: its code and values. null: there is none, or only the sentence is known */
                                why: components["schemas"]["ReplayWhy"] | null;
                            } | null;
                            /** @description `whsec_…`. It is shown only now: store it */
                            secret: string;
                        };
                    };
                };
                /** @description Default Response */
                "4XX": {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Failure"];
                    };
                };
                /** @description Default Response */
                "5XX": {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Failure"];
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/storeadmin/v3/webhooks/update": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Change a webhook endpoint
         * @description What is absent stays as it is. Deliveries that wait are sent to the new URL. Needs the scope `webhooks`. Roles that have it: owner, manager, with a fresh proof.
         */
        post: {
            parameters: {
                query?: never;
                header?: {
                    /** @description A call that is repeated with the same key has its effect once */
                    "Idempotency-Key"?: string;
                    /** @description For members: the token of the open store, from GET /storeadmin/v3/me */
                    "Keepsake-Csrf"?: string;
                    /** @description For members: the token of a fresh proof that it is them. docs/members.md explains how to get one */
                    "Keepsake-Step-Up"?: string;
                };
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": {
                        /**
                         * @description Id of the endpoint
                         * @example 487126534194176001
                         */
                        endpoint: string;
                        /**
                         * @description https, on port 443 or 8443. Redirects are not followed
                         * @example https://hooks.example.com/keepsake
                         */
                        url?: string;
                        /** @description For people: what it is for */
                        description?: string;
                        /** @description Names of the events to send, or `["*"]` for all; also separated by commas; in a form, as JSON text */
                        events?: ("*" | "list.created" | "list.updated" | "list.deleted" | "list.shared" | "item.added" | "item.updated" | "item.removed" | "shopper.merged" | "shopper.erased" | "alert.subscribed" | "alert.confirmed" | "alert.unsubscribed" | "alert.failed" | "alert.offered" | "alert.sent" | "alert.clicked" | "alert.bought" | "stock.restocked" | "stock.ran-low" | "price.dropped")[] | string;
                    };
                    "application/x-www-form-urlencoded": {
                        /**
                         * @description Id of the endpoint
                         * @example 487126534194176001
                         */
                        endpoint: string;
                        /**
                         * @description https, on port 443 or 8443. Redirects are not followed
                         * @example https://hooks.example.com/keepsake
                         */
                        url?: string;
                        /** @description For people: what it is for */
                        description?: string;
                        /** @description Names of the events to send, or `["*"]` for all; also separated by commas; in a form, as JSON text */
                        events?: ("*" | "list.created" | "list.updated" | "list.deleted" | "list.shared" | "item.added" | "item.updated" | "item.removed" | "shopper.merged" | "shopper.erased" | "alert.subscribed" | "alert.confirmed" | "alert.unsubscribed" | "alert.failed" | "alert.offered" | "alert.sent" | "alert.clicked" | "alert.bought" | "stock.restocked" | "stock.ran-low" | "price.dropped")[] | string;
                    };
                };
            };
            responses: {
                /** @description Default Response */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            /**
                             * @description Id of the endpoint
                             * @example 487126534194176001
                             */
                            endpoint: string;
                            url: string;
                            description: string;
                            /** @description Names of the events that are sent; `["*"]` for all */
                            events: string[];
                            /**
                             * Format: date-time
                             * @description When it was created
                             */
                            createdAt: string;
                            /** @description failing: every try since `failingSince` has failed. disabled: nothing is sent */
                            state: "enabled" | "failing" | "disabled";
                            disabledAt: string | null;
                            disabledBecause: string | null;
                            /** @description What the sentence beside it says, for programs: its code and values. null: there is none, or only the sentence is known */
                            disabledWhy: components["schemas"]["DisabledWhy"] | null;
                            /** @description Deliveries that are not accepted yet */
                            waiting: number;
                            lastSuccess: string | null;
                            lastFailure: string | null;
                            failingSince: string | null;
                            problem: string | null;
                            /** @description What the sentence beside it says, for programs: its code and values. null: there is none, or only the sentence is known */
                            why: components["schemas"]["DeliveryWhy"] | null;
                            oldSecretUntil: string | null;
                            replay: {
                                /**
                                 * Format: date-time
                                 * @description When it was asked for
                                 */
                                startedAt: string;
                                finishedAt: string | null;
                                /** @description Events that were queued so far */
                                events: number;
                                problem: string | null;
                                /** @description What the sentence beside it says, for programs: its code and values. null: there is none, or only the sentence is known */
                                why: components["schemas"]["ReplayWhy"] | null;
                            } | null;
                        };
                    };
                };
                /** @description Default Response */
                "4XX": {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Failure"];
                    };
                };
                /** @description Default Response */
                "5XX": {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Failure"];
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/storeadmin/v3/webhooks/delete": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Delete a webhook endpoint
         * @description Deliveries that wait are not sent, and its log is gone. Needs the scope `webhooks`. Roles that have it: owner, manager.
         */
        post: {
            parameters: {
                query?: never;
                header?: {
                    /** @description A call that is repeated with the same key has its effect once */
                    "Idempotency-Key"?: string;
                    /** @description For members: the token of the open store, from GET /storeadmin/v3/me */
                    "Keepsake-Csrf"?: string;
                };
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": {
                        /**
                         * @description Id of the endpoint
                         * @example 487126534194176001
                         */
                        endpoint: string;
                    };
                    "application/x-www-form-urlencoded": {
                        /**
                         * @description Id of the endpoint
                         * @example 487126534194176001
                         */
                        endpoint: string;
                    };
                };
            };
            responses: {
                /** @description Default Response */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            /**
                             * @description Id of the endpoint
                             * @example 487126534194176001
                             */
                            endpoint: string;
                            message: string;
                        };
                    };
                };
                /** @description Default Response */
                "4XX": {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Failure"];
                    };
                };
                /** @description Default Response */
                "5XX": {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Failure"];
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/storeadmin/v3/webhooks/rotate-secret": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Replace the secret of a webhook endpoint
         * @description During the overlap (a day by default, a week at most) each delivery has the signatures of both secrets. With 0 the old one ends at once. Needs the scope `webhooks`. Roles that have it: owner, manager, with a fresh proof.
         */
        post: {
            parameters: {
                query?: never;
                header?: {
                    /** @description A call that is repeated with the same key has its effect once */
                    "Idempotency-Key"?: string;
                    /** @description For members: the token of the open store, from GET /storeadmin/v3/me */
                    "Keepsake-Csrf"?: string;
                    /** @description For members: the token of a fresh proof that it is them. docs/members.md explains how to get one */
                    "Keepsake-Step-Up"?: string;
                };
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": {
                        /**
                         * @description Id of the endpoint
                         * @example 487126534194176001
                         */
                        endpoint: string;
                        overlapSeconds?: number | string;
                    };
                    "application/x-www-form-urlencoded": {
                        /**
                         * @description Id of the endpoint
                         * @example 487126534194176001
                         */
                        endpoint: string;
                        overlapSeconds?: number | string;
                    };
                };
            };
            responses: {
                /** @description Default Response */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            /**
                             * @description Id of the endpoint
                             * @example 487126534194176001
                             */
                            endpoint: string;
                            /** @description `whsec_…`. It is shown only now: store it */
                            secret: string;
                        };
                    };
                };
                /** @description Default Response */
                "4XX": {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Failure"];
                    };
                };
                /** @description Default Response */
                "5XX": {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Failure"];
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/storeadmin/v3/webhooks/enable": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Enable a webhook endpoint that was disabled
         * @description Deliveries that still wait are sent. Events since it was disabled are not: replay them with webhooks/replay. Needs the scope `webhooks`. Roles that have it: owner, manager.
         */
        post: {
            parameters: {
                query?: never;
                header?: {
                    /** @description A call that is repeated with the same key has its effect once */
                    "Idempotency-Key"?: string;
                    /** @description For members: the token of the open store, from GET /storeadmin/v3/me */
                    "Keepsake-Csrf"?: string;
                };
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": {
                        /**
                         * @description Id of the endpoint
                         * @example 487126534194176001
                         */
                        endpoint: string;
                    };
                    "application/x-www-form-urlencoded": {
                        /**
                         * @description Id of the endpoint
                         * @example 487126534194176001
                         */
                        endpoint: string;
                    };
                };
            };
            responses: {
                /** @description Default Response */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            /**
                             * @description Id of the endpoint
                             * @example 487126534194176001
                             */
                            endpoint: string;
                            url: string;
                            description: string;
                            /** @description Names of the events that are sent; `["*"]` for all */
                            events: string[];
                            /**
                             * Format: date-time
                             * @description When it was created
                             */
                            createdAt: string;
                            /** @description failing: every try since `failingSince` has failed. disabled: nothing is sent */
                            state: "enabled" | "failing" | "disabled";
                            disabledAt: string | null;
                            disabledBecause: string | null;
                            /** @description What the sentence beside it says, for programs: its code and values. null: there is none, or only the sentence is known */
                            disabledWhy: components["schemas"]["DisabledWhy"] | null;
                            /** @description Deliveries that are not accepted yet */
                            waiting: number;
                            lastSuccess: string | null;
                            lastFailure: string | null;
                            failingSince: string | null;
                            problem: string | null;
                            /** @description What the sentence beside it says, for programs: its code and values. null: there is none, or only the sentence is known */
                            why: components["schemas"]["DeliveryWhy"] | null;
                            oldSecretUntil: string | null;
                            replay: {
                                /**
                                 * Format: date-time
                                 * @description When it was asked for
                                 */
                                startedAt: string;
                                finishedAt: string | null;
                                /** @description Events that were queued so far */
                                events: number;
                                problem: string | null;
                                /** @description What the sentence beside it says, for programs: its code and values. null: there is none, or only the sentence is known */
                                why: components["schemas"]["ReplayWhy"] | null;
                            } | null;
                        };
                    };
                };
                /** @description Default Response */
                "4XX": {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Failure"];
                    };
                };
                /** @description Default Response */
                "5XX": {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Failure"];
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/storeadmin/v3/webhooks/disable": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Disable a webhook endpoint
         * @description Nothing is sent until it is enabled again. Needs the scope `webhooks`. Roles that have it: owner, manager.
         */
        post: {
            parameters: {
                query?: never;
                header?: {
                    /** @description A call that is repeated with the same key has its effect once */
                    "Idempotency-Key"?: string;
                    /** @description For members: the token of the open store, from GET /storeadmin/v3/me */
                    "Keepsake-Csrf"?: string;
                };
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": {
                        /**
                         * @description Id of the endpoint
                         * @example 487126534194176001
                         */
                        endpoint: string;
                    };
                    "application/x-www-form-urlencoded": {
                        /**
                         * @description Id of the endpoint
                         * @example 487126534194176001
                         */
                        endpoint: string;
                    };
                };
            };
            responses: {
                /** @description Default Response */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            /**
                             * @description Id of the endpoint
                             * @example 487126534194176001
                             */
                            endpoint: string;
                            url: string;
                            description: string;
                            /** @description Names of the events that are sent; `["*"]` for all */
                            events: string[];
                            /**
                             * Format: date-time
                             * @description When it was created
                             */
                            createdAt: string;
                            /** @description failing: every try since `failingSince` has failed. disabled: nothing is sent */
                            state: "enabled" | "failing" | "disabled";
                            disabledAt: string | null;
                            disabledBecause: string | null;
                            /** @description What the sentence beside it says, for programs: its code and values. null: there is none, or only the sentence is known */
                            disabledWhy: components["schemas"]["DisabledWhy"] | null;
                            /** @description Deliveries that are not accepted yet */
                            waiting: number;
                            lastSuccess: string | null;
                            lastFailure: string | null;
                            failingSince: string | null;
                            problem: string | null;
                            /** @description What the sentence beside it says, for programs: its code and values. null: there is none, or only the sentence is known */
                            why: components["schemas"]["DeliveryWhy"] | null;
                            oldSecretUntil: string | null;
                            replay: {
                                /**
                                 * Format: date-time
                                 * @description When it was asked for
                                 */
                                startedAt: string;
                                finishedAt: string | null;
                                /** @description Events that were queued so far */
                                events: number;
                                problem: string | null;
                                /** @description What the sentence beside it says, for programs: its code and values. null: there is none, or only the sentence is known */
                                why: components["schemas"]["ReplayWhy"] | null;
                            } | null;
                        };
                    };
                };
                /** @description Default Response */
                "4XX": {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Failure"];
                    };
                };
                /** @description Default Response */
                "5XX": {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Failure"];
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/storeadmin/v3/webhooks/deliveries": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the deliveries of webhooks
         * @description The newest first; with `state=waiting`, the one that is sent next first. Deliveries are kept for five days at least. Needs the scope `webhooks`. Roles that have it: owner, manager.
         */
        get: {
            parameters: {
                query?: {
                    /** @description Rows of a page, at most 500 */
                    limit?: string | number;
                    /** @description `next` of the page before */
                    cursor?: string;
                    /**
                     * @description Id of the endpoint
                     * @example 487126534194176001
                     */
                    endpoint?: string;
                    /** @description Only deliveries in this state */
                    state?: "waiting" | "delivered" | "failed";
                };
                header?: {
                    /** @description For members: the token of the open store, from GET /storeadmin/v3/me */
                    "Keepsake-Csrf"?: string;
                };
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description A page as JSON or, with `Accept: text/csv`, all rows as CSV */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            items: {
                                /** @description Id */
                                delivery: string;
                                /**
                                 * @description Id of the endpoint
                                 * @example 487126534194176001
                                 */
                                endpoint: string;
                                /** @description Number of the event in the store; 0 for an example */
                                number: number;
                                /** @description Name of the event */
                                type: string;
                                /** @description failed: all tries are used up */
                                state: "waiting" | "delivered" | "failed";
                                tries: number;
                                /**
                                 * Format: date-time
                                 * @description When it was queued
                                 */
                                createdAt: string;
                                triedAt: string | null;
                                nextTry: string | null;
                                status: number | null;
                                tookMs: number | null;
                                problem: string | null;
                                /** @description What the sentence beside it says, for programs: its code and values. null: there is none, or only the sentence is known */
                                why: components["schemas"]["DeliveryWhy"] | null;
                            }[];
                            /** @description Send it as `cursor`; null on the last page */
                            next: string | null;
                        };
                    };
                };
                /** @description Default Response */
                "4XX": {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Failure"];
                    };
                };
                /** @description Default Response */
                "5XX": {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Failure"];
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/storeadmin/v3/webhooks/replay": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Send past events again
         * @description One delivery of the log, or all events of a range of numbers or times that the endpoint wants, as long as they are kept (three days at least). An event has the same webhook-id each time. Needs the scope `webhooks`. Roles that have it: owner, manager, with a fresh proof.
         */
        post: {
            parameters: {
                query?: never;
                header?: {
                    /** @description A call that is repeated with the same key has its effect once */
                    "Idempotency-Key"?: string;
                    /** @description For members: the token of the open store, from GET /storeadmin/v3/me */
                    "Keepsake-Csrf"?: string;
                    /** @description For members: the token of a fresh proof that it is them. docs/members.md explains how to get one */
                    "Keepsake-Step-Up"?: string;
                };
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": {
                        /**
                         * @description Id of the endpoint
                         * @example 487126534194176001
                         */
                        endpoint: string;
                        /** @description One delivery of the log */
                        delivery?: string;
                        /**
                         * @description Number of the first event
                         * @example 1200
                         */
                        fromNumber?: number | string;
                        /**
                         * @description Number of the last event
                         * @example 1200
                         */
                        toNumber?: number | string;
                        /**
                         * Format: date-time
                         * @description Events since this time
                         */
                        from?: string;
                        /**
                         * Format: date-time
                         * @description Events until this time
                         */
                        to?: string;
                    };
                    "application/x-www-form-urlencoded": {
                        /**
                         * @description Id of the endpoint
                         * @example 487126534194176001
                         */
                        endpoint: string;
                        /** @description One delivery of the log */
                        delivery?: string;
                        /**
                         * @description Number of the first event
                         * @example 1200
                         */
                        fromNumber?: number | string;
                        /**
                         * @description Number of the last event
                         * @example 1200
                         */
                        toNumber?: number | string;
                        /**
                         * Format: date-time
                         * @description Events since this time
                         */
                        from?: string;
                        /**
                         * Format: date-time
                         * @description Events until this time
                         */
                        to?: string;
                    };
                };
            };
            responses: {
                /** @description Default Response */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            message: string;
                            delivery: string | null;
                        };
                    };
                };
                /** @description Default Response */
                "4XX": {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Failure"];
                    };
                };
                /** @description Default Response */
                "5XX": {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Failure"];
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/storeadmin/v3/webhooks/send-example": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Send an example to a webhook endpoint
         * @description Signed like any delivery, with the number 0, and tried once. The log shows how it went. Needs the scope `webhooks`. Roles that have it: owner, manager.
         */
        post: {
            parameters: {
                query?: never;
                header?: {
                    /** @description A call that is repeated with the same key has its effect once */
                    "Idempotency-Key"?: string;
                    /** @description For members: the token of the open store, from GET /storeadmin/v3/me */
                    "Keepsake-Csrf"?: string;
                };
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": {
                        /**
                         * @description Id of the endpoint
                         * @example 487126534194176001
                         */
                        endpoint: string;
                        /** @description Name of the event; if absent, the first that the endpoint wants */
                        type?: "list.created" | "list.updated" | "list.deleted" | "list.shared" | "item.added" | "item.updated" | "item.removed" | "shopper.merged" | "shopper.erased" | "alert.subscribed" | "alert.confirmed" | "alert.unsubscribed" | "alert.failed" | "alert.offered" | "alert.sent" | "alert.clicked" | "alert.bought" | "stock.restocked" | "stock.ran-low" | "price.dropped";
                    };
                    "application/x-www-form-urlencoded": {
                        /**
                         * @description Id of the endpoint
                         * @example 487126534194176001
                         */
                        endpoint: string;
                        /** @description Name of the event; if absent, the first that the endpoint wants */
                        type?: "list.created" | "list.updated" | "list.deleted" | "list.shared" | "item.added" | "item.updated" | "item.removed" | "shopper.merged" | "shopper.erased" | "alert.subscribed" | "alert.confirmed" | "alert.unsubscribed" | "alert.failed" | "alert.offered" | "alert.sent" | "alert.clicked" | "alert.bought" | "stock.restocked" | "stock.ran-low" | "price.dropped";
                    };
                };
            };
            responses: {
                /** @description Default Response */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            message: string;
                            delivery: string;
                        };
                    };
                };
                /** @description Default Response */
                "4XX": {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Failure"];
                    };
                };
                /** @description Default Response */
                "5XX": {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Failure"];
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/storeadmin/v3/marketing": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the marketing tools, and whether they work
         * @description A store has at most 5. Keys and secrets are not shown. Needs the scope `settings:read`. Roles that have it: owner, manager, support, viewer, operator.
         */
        get: {
            parameters: {
                query?: never;
                header?: {
                    /** @description For members: the token of the open store, from GET /storeadmin/v3/me */
                    "Keepsake-Csrf"?: string;
                };
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description Default Response */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            items: {
                                /**
                                 * @description Id of the connection
                                 * @example 487126534194176001
                                 */
                                connection: string;
                                /** @enum {unknown} */
                                tool: "klaviyo" | "http";
                                /** @description The host of the URL, or the last characters of the key */
                                name: string;
                                events: string[];
                                consent: boolean;
                                list: string | null;
                                /** Format: date-time */
                                createdAt: string;
                                /**
                                 * @description new: nothing was sent yet. failing: every request since `failingSince` has failed. full: 1,000,000 messages wait, and no more are queued. paused: nothing is sent
                                 * @enum {unknown}
                                 */
                                state: "works" | "new" | "failing" | "full" | "paused";
                                pausedAt: string | null;
                                pausedBecause: string | null;
                                /** @description What the sentence beside it says, for programs: its code and values. null: there is none, or only the sentence is known */
                                pausedWhy: components["schemas"]["MarketingPausedWhy"] | null;
                                /** @description Messages that the tool has not accepted yet */
                                waiting: number;
                                /** @description Messages that the tool has accepted */
                                sent: number;
                                /** @description Messages about guests without an address, people who were erased, and addresses that nothing is sent to */
                                skipped: number;
                                /** @description Messages that the tool has refused for good */
                                refused: number;
                                /** @description Messages that waited for a week, or came while it was full */
                                dropped: number;
                                /** @description People who were erased here, and not yet at the tool */
                                erasuresWaiting: number;
                                /** @description People who were erased here and whom the tool was never told about, because it accepted nothing for 30 days */
                                erasuresLost: number;
                                lastSuccess: string | null;
                                lastFailure: string | null;
                                failingSince: string | null;
                                problem: string | null;
                                /** @description What the sentence beside it says, for programs: its code and values. null: there is none, or only the sentence is known */
                                why: components["schemas"]["ToolWhy"] | null;
                                lastRefusal: string | null;
                                refusal: string | null;
                                /** @description What the sentence beside it says, for programs: its code and values. null: there is none, or only the sentence is known */
                                refusalWhy: components["schemas"]["ToolWhy"] | null;
                            }[];
                        };
                    };
                };
                /** @description Default Response */
                "4XX": {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Failure"];
                    };
                };
                /** @description Default Response */
                "5XX": {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Failure"];
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/storeadmin/v3/marketing/connect": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Connect a marketing tool
         * @description From now on the tool gets the store's events with the address of the person and the product. A store has one connection with Klaviyo. Needs the scope `settings:write`. Roles that have it: owner, manager, with a fresh proof.
         */
        post: {
            parameters: {
                query?: never;
                header?: {
                    /** @description A call that is repeated with the same key has its effect once */
                    "Idempotency-Key"?: string;
                    /** @description For members: the token of the open store, from GET /storeadmin/v3/me */
                    "Keepsake-Csrf"?: string;
                    /** @description For members: the token of a fresh proof that it is them. docs/members.md explains how to get one */
                    "Keepsake-Step-Up"?: string;
                };
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": {
                        /**
                         * @description `klaviyo`, or `http` for any URL that takes our JSON
                         * @enum {unknown}
                         */
                        tool: "klaviyo" | "http";
                        /** @description Of Klaviyo: a private API key. No call shows it again */
                        key?: string;
                        /**
                         * @description Of `http`: https, on port 443 or 8443. Redirects are not followed
                         * @example https://hooks.example.com/keepsake
                         */
                        url?: string;
                        /** @description Of Klaviyo: the id of the list that people who opt in are added to, or `none` */
                        list?: string;
                        /** @description Names of the events to send, also separated by commas. Without it, all; in a form, as JSON text */
                        events?: ("alert.subscribed" | "alert.unsubscribed" | "alert.offered" | "alert.sent" | "alert.clicked" | "alert.bought" | "item.added" | "item.removed" | "list.shared")[] | string;
                        /** @description Whether people who join or leave the mailing list, with `addtomailinglist`, join or leave it at the tool, too */
                        consent?: "0" | "1" | "true" | "false" | boolean | 0 | 1;
                    };
                    "application/x-www-form-urlencoded": {
                        /**
                         * @description `klaviyo`, or `http` for any URL that takes our JSON
                         * @enum {unknown}
                         */
                        tool: "klaviyo" | "http";
                        /** @description Of Klaviyo: a private API key. No call shows it again */
                        key?: string;
                        /**
                         * @description Of `http`: https, on port 443 or 8443. Redirects are not followed
                         * @example https://hooks.example.com/keepsake
                         */
                        url?: string;
                        /** @description Of Klaviyo: the id of the list that people who opt in are added to, or `none` */
                        list?: string;
                        /** @description Names of the events to send, also separated by commas. Without it, all; in a form, as JSON text */
                        events?: ("alert.subscribed" | "alert.unsubscribed" | "alert.offered" | "alert.sent" | "alert.clicked" | "alert.bought" | "item.added" | "item.removed" | "list.shared")[] | string;
                        /** @description Whether people who join or leave the mailing list, with `addtomailinglist`, join or leave it at the tool, too */
                        consent?: "0" | "1" | "true" | "false" | boolean | 0 | 1;
                    };
                };
            };
            responses: {
                /** @description Default Response */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            /**
                             * @description Id of the connection
                             * @example 487126534194176001
                             */
                            connection: string;
                            /** @enum {unknown} */
                            tool: "klaviyo" | "http";
                            /** @description The host of the URL, or the last characters of the key */
                            name: string;
                            events: string[];
                            consent: boolean;
                            list: string | null;
                            /** Format: date-time */
                            createdAt: string;
                            /**
                             * @description new: nothing was sent yet. failing: every request since `failingSince` has failed. full: 1,000,000 messages wait, and no more are queued. paused: nothing is sent
                             * @enum {unknown}
                             */
                            state: "works" | "new" | "failing" | "full" | "paused";
                            pausedAt: string | null;
                            pausedBecause: string | null;
                            /** @description What the sentence beside it says, for programs: its code and values. null: there is none, or only the sentence is known */
                            pausedWhy: components["schemas"]["MarketingPausedWhy"] | null;
                            /** @description Messages that the tool has not accepted yet */
                            waiting: number;
                            /** @description Messages that the tool has accepted */
                            sent: number;
                            /** @description Messages about guests without an address, people who were erased, and addresses that nothing is sent to */
                            skipped: number;
                            /** @description Messages that the tool has refused for good */
                            refused: number;
                            /** @description Messages that waited for a week, or came while it was full */
                            dropped: number;
                            /** @description People who were erased here, and not yet at the tool */
                            erasuresWaiting: number;
                            /** @description People who were erased here and whom the tool was never told about, because it accepted nothing for 30 days */
                            erasuresLost: number;
                            lastSuccess: string | null;
                            lastFailure: string | null;
                            failingSince: string | null;
                            problem: string | null;
                            /** @description What the sentence beside it says, for programs: its code and values. null: there is none, or only the sentence is known */
                            why: components["schemas"]["ToolWhy"] | null;
                            lastRefusal: string | null;
                            refusal: string | null;
                            /** @description What the sentence beside it says, for programs: its code and values. null: there is none, or only the sentence is known */
                            refusalWhy: components["schemas"]["ToolWhy"] | null;
                            secret: string | null;
                        };
                    };
                };
                /** @description Default Response */
                "4XX": {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Failure"];
                    };
                };
                /** @description Default Response */
                "5XX": {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Failure"];
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/storeadmin/v3/marketing/update": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Change what a marketing tool gets, or its key
         * @description What is absent stays as it is. With a new key or URL, a paused connection is resumed, and what waits is sent. Needs the scope `settings:write`. Roles that have it: owner, manager, with a fresh proof.
         */
        post: {
            parameters: {
                query?: never;
                header?: {
                    /** @description A call that is repeated with the same key has its effect once */
                    "Idempotency-Key"?: string;
                    /** @description For members: the token of the open store, from GET /storeadmin/v3/me */
                    "Keepsake-Csrf"?: string;
                    /** @description For members: the token of a fresh proof that it is them. docs/members.md explains how to get one */
                    "Keepsake-Step-Up"?: string;
                };
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": {
                        /**
                         * @description Id of the connection
                         * @example 487126534194176001
                         */
                        connection: string;
                        /** @description Of Klaviyo: a private API key. No call shows it again */
                        key?: string;
                        /**
                         * @description Of `http`: https, on port 443 or 8443. Redirects are not followed
                         * @example https://hooks.example.com/keepsake
                         */
                        url?: string;
                        /** @description Of Klaviyo: the id of the list that people who opt in are added to, or `none` */
                        list?: string;
                        /** @description Names of the events to send, also separated by commas. Without it, all; in a form, as JSON text */
                        events?: ("alert.subscribed" | "alert.unsubscribed" | "alert.offered" | "alert.sent" | "alert.clicked" | "alert.bought" | "item.added" | "item.removed" | "list.shared")[] | string;
                        /** @description Whether people who join or leave the mailing list, with `addtomailinglist`, join or leave it at the tool, too */
                        consent?: "0" | "1" | "true" | "false" | boolean | 0 | 1;
                    };
                    "application/x-www-form-urlencoded": {
                        /**
                         * @description Id of the connection
                         * @example 487126534194176001
                         */
                        connection: string;
                        /** @description Of Klaviyo: a private API key. No call shows it again */
                        key?: string;
                        /**
                         * @description Of `http`: https, on port 443 or 8443. Redirects are not followed
                         * @example https://hooks.example.com/keepsake
                         */
                        url?: string;
                        /** @description Of Klaviyo: the id of the list that people who opt in are added to, or `none` */
                        list?: string;
                        /** @description Names of the events to send, also separated by commas. Without it, all; in a form, as JSON text */
                        events?: ("alert.subscribed" | "alert.unsubscribed" | "alert.offered" | "alert.sent" | "alert.clicked" | "alert.bought" | "item.added" | "item.removed" | "list.shared")[] | string;
                        /** @description Whether people who join or leave the mailing list, with `addtomailinglist`, join or leave it at the tool, too */
                        consent?: "0" | "1" | "true" | "false" | boolean | 0 | 1;
                    };
                };
            };
            responses: {
                /** @description Default Response */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            /**
                             * @description Id of the connection
                             * @example 487126534194176001
                             */
                            connection: string;
                            /** @enum {unknown} */
                            tool: "klaviyo" | "http";
                            /** @description The host of the URL, or the last characters of the key */
                            name: string;
                            events: string[];
                            consent: boolean;
                            list: string | null;
                            /** Format: date-time */
                            createdAt: string;
                            /**
                             * @description new: nothing was sent yet. failing: every request since `failingSince` has failed. full: 1,000,000 messages wait, and no more are queued. paused: nothing is sent
                             * @enum {unknown}
                             */
                            state: "works" | "new" | "failing" | "full" | "paused";
                            pausedAt: string | null;
                            pausedBecause: string | null;
                            /** @description What the sentence beside it says, for programs: its code and values. null: there is none, or only the sentence is known */
                            pausedWhy: components["schemas"]["MarketingPausedWhy"] | null;
                            /** @description Messages that the tool has not accepted yet */
                            waiting: number;
                            /** @description Messages that the tool has accepted */
                            sent: number;
                            /** @description Messages about guests without an address, people who were erased, and addresses that nothing is sent to */
                            skipped: number;
                            /** @description Messages that the tool has refused for good */
                            refused: number;
                            /** @description Messages that waited for a week, or came while it was full */
                            dropped: number;
                            /** @description People who were erased here, and not yet at the tool */
                            erasuresWaiting: number;
                            /** @description People who were erased here and whom the tool was never told about, because it accepted nothing for 30 days */
                            erasuresLost: number;
                            lastSuccess: string | null;
                            lastFailure: string | null;
                            failingSince: string | null;
                            problem: string | null;
                            /** @description What the sentence beside it says, for programs: its code and values. null: there is none, or only the sentence is known */
                            why: components["schemas"]["ToolWhy"] | null;
                            lastRefusal: string | null;
                            refusal: string | null;
                            /** @description What the sentence beside it says, for programs: its code and values. null: there is none, or only the sentence is known */
                            refusalWhy: components["schemas"]["ToolWhy"] | null;
                        };
                    };
                };
                /** @description Default Response */
                "4XX": {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Failure"];
                    };
                };
                /** @description Default Response */
                "5XX": {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Failure"];
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/storeadmin/v3/marketing/test": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Send a test message to a marketing tool
         * @description Sends one message about your own address at once, and answers what the tool said. Klaviyo shows it as the event Added to Wishlist. Six in an hour at most, with those of senders. Needs the scope `settings:write`. Roles that have it: owner, manager.
         */
        post: {
            parameters: {
                query?: never;
                header?: {
                    /** @description A call that is repeated with the same key has its effect once */
                    "Idempotency-Key"?: string;
                    /** @description For members: the token of the open store, from GET /storeadmin/v3/me */
                    "Keepsake-Csrf"?: string;
                };
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": {
                        /**
                         * @description Id of the connection
                         * @example 487126534194176001
                         */
                        connection: string;
                        /**
                         * @description Your own email address
                         * @example you@shop.example
                         */
                        to: string;
                    };
                    "application/x-www-form-urlencoded": {
                        /**
                         * @description Id of the connection
                         * @example 487126534194176001
                         */
                        connection: string;
                        /**
                         * @description Your own email address
                         * @example you@shop.example
                         */
                        to: string;
                    };
                };
            };
            responses: {
                /** @description Default Response */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            sent: boolean;
                            problem: string | null;
                            /** @description What the sentence beside it says, for programs: its code and values. null: there is none, or only the sentence is known */
                            why: components["schemas"]["ToolWhy"] | components["schemas"]["MarketingPausedWhy"] | null;
                        };
                    };
                };
                /** @description Default Response */
                "4XX": {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Failure"];
                    };
                };
                /** @description Default Response */
                "5XX": {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Failure"];
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/storeadmin/v3/marketing/pause": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Pause a marketing tool
         * @description Nothing is sent to it. What happens meanwhile waits, for 7 days at most; erasures wait for 30 days, and count as `erasuresLost` then. Needs the scope `settings:write`. Roles that have it: owner, manager.
         */
        post: {
            parameters: {
                query?: never;
                header?: {
                    /** @description A call that is repeated with the same key has its effect once */
                    "Idempotency-Key"?: string;
                    /** @description For members: the token of the open store, from GET /storeadmin/v3/me */
                    "Keepsake-Csrf"?: string;
                };
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": {
                        /**
                         * @description Id of the connection
                         * @example 487126534194176001
                         */
                        connection: string;
                    };
                    "application/x-www-form-urlencoded": {
                        /**
                         * @description Id of the connection
                         * @example 487126534194176001
                         */
                        connection: string;
                    };
                };
            };
            responses: {
                /** @description Default Response */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            /**
                             * @description Id of the connection
                             * @example 487126534194176001
                             */
                            connection: string;
                            /** @enum {unknown} */
                            tool: "klaviyo" | "http";
                            /** @description The host of the URL, or the last characters of the key */
                            name: string;
                            events: string[];
                            consent: boolean;
                            list: string | null;
                            /** Format: date-time */
                            createdAt: string;
                            /**
                             * @description new: nothing was sent yet. failing: every request since `failingSince` has failed. full: 1,000,000 messages wait, and no more are queued. paused: nothing is sent
                             * @enum {unknown}
                             */
                            state: "works" | "new" | "failing" | "full" | "paused";
                            pausedAt: string | null;
                            pausedBecause: string | null;
                            /** @description What the sentence beside it says, for programs: its code and values. null: there is none, or only the sentence is known */
                            pausedWhy: components["schemas"]["MarketingPausedWhy"] | null;
                            /** @description Messages that the tool has not accepted yet */
                            waiting: number;
                            /** @description Messages that the tool has accepted */
                            sent: number;
                            /** @description Messages about guests without an address, people who were erased, and addresses that nothing is sent to */
                            skipped: number;
                            /** @description Messages that the tool has refused for good */
                            refused: number;
                            /** @description Messages that waited for a week, or came while it was full */
                            dropped: number;
                            /** @description People who were erased here, and not yet at the tool */
                            erasuresWaiting: number;
                            /** @description People who were erased here and whom the tool was never told about, because it accepted nothing for 30 days */
                            erasuresLost: number;
                            lastSuccess: string | null;
                            lastFailure: string | null;
                            failingSince: string | null;
                            problem: string | null;
                            /** @description What the sentence beside it says, for programs: its code and values. null: there is none, or only the sentence is known */
                            why: components["schemas"]["ToolWhy"] | null;
                            lastRefusal: string | null;
                            refusal: string | null;
                            /** @description What the sentence beside it says, for programs: its code and values. null: there is none, or only the sentence is known */
                            refusalWhy: components["schemas"]["ToolWhy"] | null;
                        };
                    };
                };
                /** @description Default Response */
                "4XX": {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Failure"];
                    };
                };
                /** @description Default Response */
                "5XX": {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Failure"];
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/storeadmin/v3/marketing/resume": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Resume a marketing tool
         * @description What waits is sent. Needs the scope `settings:write`. Roles that have it: owner, manager.
         */
        post: {
            parameters: {
                query?: never;
                header?: {
                    /** @description A call that is repeated with the same key has its effect once */
                    "Idempotency-Key"?: string;
                    /** @description For members: the token of the open store, from GET /storeadmin/v3/me */
                    "Keepsake-Csrf"?: string;
                };
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": {
                        /**
                         * @description Id of the connection
                         * @example 487126534194176001
                         */
                        connection: string;
                    };
                    "application/x-www-form-urlencoded": {
                        /**
                         * @description Id of the connection
                         * @example 487126534194176001
                         */
                        connection: string;
                    };
                };
            };
            responses: {
                /** @description Default Response */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            /**
                             * @description Id of the connection
                             * @example 487126534194176001
                             */
                            connection: string;
                            /** @enum {unknown} */
                            tool: "klaviyo" | "http";
                            /** @description The host of the URL, or the last characters of the key */
                            name: string;
                            events: string[];
                            consent: boolean;
                            list: string | null;
                            /** Format: date-time */
                            createdAt: string;
                            /**
                             * @description new: nothing was sent yet. failing: every request since `failingSince` has failed. full: 1,000,000 messages wait, and no more are queued. paused: nothing is sent
                             * @enum {unknown}
                             */
                            state: "works" | "new" | "failing" | "full" | "paused";
                            pausedAt: string | null;
                            pausedBecause: string | null;
                            /** @description What the sentence beside it says, for programs: its code and values. null: there is none, or only the sentence is known */
                            pausedWhy: components["schemas"]["MarketingPausedWhy"] | null;
                            /** @description Messages that the tool has not accepted yet */
                            waiting: number;
                            /** @description Messages that the tool has accepted */
                            sent: number;
                            /** @description Messages about guests without an address, people who were erased, and addresses that nothing is sent to */
                            skipped: number;
                            /** @description Messages that the tool has refused for good */
                            refused: number;
                            /** @description Messages that waited for a week, or came while it was full */
                            dropped: number;
                            /** @description People who were erased here, and not yet at the tool */
                            erasuresWaiting: number;
                            /** @description People who were erased here and whom the tool was never told about, because it accepted nothing for 30 days */
                            erasuresLost: number;
                            lastSuccess: string | null;
                            lastFailure: string | null;
                            failingSince: string | null;
                            problem: string | null;
                            /** @description What the sentence beside it says, for programs: its code and values. null: there is none, or only the sentence is known */
                            why: components["schemas"]["ToolWhy"] | null;
                            lastRefusal: string | null;
                            refusal: string | null;
                            /** @description What the sentence beside it says, for programs: its code and values. null: there is none, or only the sentence is known */
                            refusalWhy: components["schemas"]["ToolWhy"] | null;
                        };
                    };
                };
                /** @description Default Response */
                "4XX": {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Failure"];
                    };
                };
                /** @description Default Response */
                "5XX": {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Failure"];
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/storeadmin/v3/marketing/disconnect": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Disconnect a marketing tool
         * @description Its key is deleted. What waits is not sent, and erasures of people are no longer passed on: the answer says how many were not. Needs the scope `settings:write`. Roles that have it: owner, manager.
         */
        post: {
            parameters: {
                query?: never;
                header?: {
                    /** @description A call that is repeated with the same key has its effect once */
                    "Idempotency-Key"?: string;
                    /** @description For members: the token of the open store, from GET /storeadmin/v3/me */
                    "Keepsake-Csrf"?: string;
                };
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": {
                        /**
                         * @description Id of the connection
                         * @example 487126534194176001
                         */
                        connection: string;
                    };
                    "application/x-www-form-urlencoded": {
                        /**
                         * @description Id of the connection
                         * @example 487126534194176001
                         */
                        connection: string;
                    };
                };
            };
            responses: {
                /** @description Default Response */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            /**
                             * @description Id of the connection
                             * @example 487126534194176001
                             */
                            connection: string;
                            /** @description People who were erased here and whom the tool was never told about: erase them there */
                            erasuresNotSent: number;
                            message: string;
                        };
                    };
                };
                /** @description Default Response */
                "4XX": {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Failure"];
                    };
                };
                /** @description Default Response */
                "5XX": {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Failure"];
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/storeadmin/v3/people/export": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Export everything about one person
         * @description Name the person by email, phone, regid or their id (person). With several, they are taken for one person. A person of whom nothing is stored gets empty lists. The audit log says who asked, without the address. Needs the scope `people:export`. Roles that have it: owner, manager, with a fresh proof.
         */
        post: {
            parameters: {
                query?: never;
                header?: {
                    /** @description For members: the token of the open store, from GET /storeadmin/v3/me */
                    "Keepsake-Csrf"?: string;
                    /** @description For members: the token of a fresh proof that it is them. docs/members.md explains how to get one */
                    "Keepsake-Step-Up"?: string;
                };
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": {
                        /** @description Email address of an account or of alerts */
                        email?: string;
                        /** @description Phone number of alerts, with its country code */
                        phone?: string;
                        /** @description Regid of an account or of a guest */
                        regid?: string;
                        /** @description Id of the person, as people returns it. Once they are erased, it finds nobody */
                        person?: string;
                    };
                    "application/x-www-form-urlencoded": {
                        /** @description Email address of an account or of alerts */
                        email?: string;
                        /** @description Phone number of alerts, with its country code */
                        phone?: string;
                        /** @description Regid of an account or of a guest */
                        regid?: string;
                        /** @description Id of the person, as people returns it. Once they are erased, it finds nobody */
                        person?: string;
                    };
                };
            };
            responses: {
                /** @description One JSON object, streamed */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            /** Format: date-time */
                            exportedAt: string;
                            store: {
                                pid: string;
                                name: string;
                            };
                            addresses: {
                                medium: string;
                                value: string;
                            }[];
                            regids: string[];
                            /** @description A list of records under each name: lists, items, subscriptions, consents and so on */
                            data: {
                                [key: string]: unknown;
                            };
                        };
                    };
                };
                /** @description Default Response */
                "4XX": {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Failure"];
                    };
                };
                /** @description Default Response */
                "5XX": {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Failure"];
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/storeadmin/v3/people/erase": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Erase one person
         * @description Deletes the account, its guests, lists, alerts, consents, messages and stored answers. Sessions end, and the addresses stay suppressed as keyed hashes, so that a later import sends nothing. Repeating the call is safe. Needs the scope `people:export`. Roles that have it: owner, manager, with a fresh proof.
         */
        post: {
            parameters: {
                query?: never;
                header?: {
                    /** @description For members: the token of the open store, from GET /storeadmin/v3/me */
                    "Keepsake-Csrf"?: string;
                    /** @description For members: the token of a fresh proof that it is them. docs/members.md explains how to get one */
                    "Keepsake-Step-Up"?: string;
                };
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": {
                        /** @description Email address of an account or of alerts */
                        email?: string;
                        /** @description Phone number of alerts, with its country code */
                        phone?: string;
                        /** @description Regid of an account or of a guest */
                        regid?: string;
                        /** @description Id of the person, as people returns it. Once they are erased, it finds nobody */
                        person?: string;
                        /**
                         * @description The word erase: what is deleted does not come back
                         * @enum {string}
                         */
                        confirm: "erase";
                    };
                    "application/x-www-form-urlencoded": {
                        /** @description Email address of an account or of alerts */
                        email?: string;
                        /** @description Phone number of alerts, with its country code */
                        phone?: string;
                        /** @description Regid of an account or of a guest */
                        regid?: string;
                        /** @description Id of the person, as people returns it. Once they are erased, it finds nobody */
                        person?: string;
                        /**
                         * @description The word erase: what is deleted does not come back
                         * @enum {string}
                         */
                        confirm: "erase";
                    };
                };
            };
            responses: {
                /** @description Default Response */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            message: string;
                            /** @description Id of the erasure */
                            erasure: string;
                            /** @description `erasing`: a worker deletes the rest within a minute */
                            state: "erased" | "erasing";
                            /** @description How many rows were deleted so far, by feature */
                            rows: {
                                [key: string]: unknown;
                            };
                            /** @description Whether the erasure is in the erasure log. If not, a restore of an older backup brings the person back */
                            logged: boolean;
                        };
                    };
                };
                /** @description Default Response */
                "4XX": {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Failure"];
                    };
                };
                /** @description Default Response */
                "5XX": {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Failure"];
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/storeadmin/v3/export": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Export the whole store
         * @description Streams JSON lines: `{"file": …}` before the lines of each file, and `{"manifest": …}` with the rows, bytes and SHA-256 of each file at the end. A stream without the manifest is not complete. `npx keepsake import store` imports it into another store. The audit log says who asked. Needs the scope `people:export`. Roles that have it: owner, manager, with a fresh proof.
         */
        get: {
            parameters: {
                query?: never;
                header?: {
                    /** @description For members: the token of the open store, from GET /storeadmin/v3/me */
                    "Keepsake-Csrf"?: string;
                    /** @description For members: the token of a fresh proof that it is them. docs/members.md explains how to get one */
                    "Keepsake-Step-Up"?: string;
                };
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description JSON lines, streamed */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/x-ndjson": {
                            /** @description The lines after this one are of this file */
                            file?: string;
                            manifest?: {
                                format: number;
                                store: {
                                    pid: string;
                                    name: string;
                                };
                                /** Format: date-time */
                                startedAt: string;
                                /** Format: date-time */
                                finishedAt: string;
                                files: {
                                    name: string;
                                    rows: number;
                                    bytes: number;
                                    sha256: string;
                                }[];
                            };
                        } & {
                            [key: string]: unknown;
                        };
                    };
                };
                /** @description Default Response */
                "4XX": {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Failure"];
                    };
                };
                /** @description Default Response */
                "5XX": {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Failure"];
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/storeadmin/v3/samples/create": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Make a store with sample data
         * @description A separate store of the organisation with a year of sample shoppers, alerts and orders, to look around in. `me` says `sample: true` of it. It never sends anything. An organisation has at most one: a second call returns it. Needs the scope `team`. Roles that have it: owner.
         */
        post: {
            parameters: {
                query?: never;
                header?: {
                    /** @description For members: the token of the open store, from GET /storeadmin/v3/me */
                    "Keepsake-Csrf"?: string;
                };
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": Record<string, never>;
                    "application/x-www-form-urlencoded": Record<string, never>;
                };
            };
            responses: {
                /** @description Default Response */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            message: string;
                            /** @description Members open it with `me/open-store` */
                            store: {
                                pid: string;
                                name: string;
                            };
                        };
                    };
                };
                /** @description Default Response */
                "4XX": {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Failure"];
                    };
                };
                /** @description Default Response */
                "5XX": {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Failure"];
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/storeadmin/v3/samples/remove": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Remove the store with sample data
         * @description Nobody can open it from now on; its rows are deleted in the background. Your own stores stay as they are. Needs the scope `team`. Roles that have it: owner.
         */
        post: {
            parameters: {
                query?: never;
                header?: {
                    /** @description For members: the token of the open store, from GET /storeadmin/v3/me */
                    "Keepsake-Csrf"?: string;
                };
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": Record<string, never>;
                    "application/x-www-form-urlencoded": Record<string, never>;
                };
            };
            responses: {
                /** @description Default Response */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            message: string;
                            /** @description The pid that it had */
                            store: string | null;
                        };
                    };
                };
                /** @description Default Response */
                "4XX": {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Failure"];
                    };
                };
                /** @description Default Response */
                "5XX": {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Failure"];
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
}
export type webhooks = Record<string, never>;
export interface components {
    schemas: {
        /** MistakeWhy */
        MistakeWhy: {
            /** @enum {string} */
            code: "unknown-name-close";
            kind: string;
            name: string;
            suggestion: string;
        } | {
            /** @enum {string} */
            code: "unknown-name";
            kind: string;
            name: string;
            known: string;
        } | {
            /** @enum {string} */
            code: "stray-tag";
            tag: string;
        } | {
            /** @enum {string} */
            code: "no-unsubscribe-link";
            unsubscribe: string;
            preferences: string;
        } | {
            /** @enum {string} */
            code: "include-not-allowed";
        } | {
            /** @enum {string} */
            code: "stopped-before";
        } | {
            /** @enum {string} */
            code: "stopped-slow";
        } | {
            /** @enum {string} */
            code: "stopped-memory";
        } | {
            /** @enum {string} */
            code: "message-too-long";
            max: string;
        } | {
            /** @enum {string} */
            code: "element-not-allowed";
            element: string;
        } | {
            /** @enum {string} */
            code: "not-nested";
        } | {
            /** @enum {string} */
            code: "too-deep";
            max: string;
        } | {
            /** @enum {string} */
            code: "needs-quotes";
            attribute: string;
        } | {
            /** @enum {string} */
            code: "link-not-web";
            attribute: string;
            value: string;
        } | {
            /** @enum {string} */
            code: "style-backslash";
        } | {
            /** @enum {string} */
            code: "style-html";
        } | {
            /** @enum {string} */
            code: "style-code";
        } | {
            /** @enum {string} */
            code: "style-url";
        } | {
            /** @enum {string} */
            code: "style-import";
        } | {
            /** @enum {string} */
            code: "attribute-not-allowed";
            attribute: string;
        } | {
            /** @enum {string} */
            code: "output-not-closed";
            part: string;
        } | {
            /** @enum {string} */
            code: "tag-not-closed";
            part: string;
        } | {
            /** @enum {string} */
            code: "bracket-not-closed";
            bracket: string;
        } | {
            /** @enum {string} */
            code: "empty-expression";
        } | {
            /** @enum {string} */
            code: "wrong-expression";
            part: string;
        } | {
            /** @enum {string} */
            code: "wrong-tag";
            part: string;
        } | {
            /** @enum {string} */
            code: "tag-without-name";
        } | {
            /** @enum {string} */
            code: "assign-without-equals";
        } | {
            /** @enum {string} */
            code: "not-understood";
        } | {
            /** @enum {string} */
            code: "capture-name";
        } | {
            /** @enum {string} */
            code: "unexpected-part";
            part: string;
        } | {
            /** @enum {string} */
            code: "over-limit";
            limit: string;
        } | {
            /** @enum {string} */
            code: "unknown-element";
            element: string;
        } | {
            /** @enum {string} */
            code: "wrong-place";
            element: string;
            outer: string;
            allowed: string;
        } | {
            /** @enum {string} */
            code: "unknown-attributes";
            attribute: string;
        } | {
            /** @enum {string} */
            code: "unknown-attribute";
            attribute: string;
        } | {
            /** @enum {string} */
            code: "wrong-choice";
            attribute: string;
            value: string;
            allowed: string;
        } | {
            /** @enum {string} */
            code: "wrong-unit";
            attribute: string;
            value: string;
            units: string;
            allowed: string;
        } | {
            /** @enum {string} */
            code: "wrong-colour";
            attribute: string;
            value: string;
        } | {
            /** @enum {string} */
            code: "wrong-value";
            attribute: string;
            value: string;
            type: string;
        } | {
            /** @enum {string} */
            code: "no-mjml";
        } | {
            /** @enum {string} */
            code: "not-read";
        };
        /** RefusalWhy */
        RefusalWhy: {
            /** @enum {string} */
            code: "value-missing";
            field: string;
        } | {
            /** @enum {string} */
            code: "value-boolean";
            field: string;
        } | {
            /** @enum {string} */
            code: "value-object";
            field: string;
        } | {
            /** @enum {string} */
            code: "value-integer-between";
            field: string;
            min: string;
            max: string;
        } | {
            /** @enum {string} */
            code: "value-integer";
            field: string;
        } | {
            /** @enum {string} */
            code: "value-number-between";
            field: string;
            min: string;
            max: string;
        } | {
            /** @enum {string} */
            code: "value-number";
            field: string;
        } | {
            /** @enum {string} */
            code: "value-list-up-to";
            field: string;
            max: string;
        } | {
            /** @enum {string} */
            code: "value-list-at-least";
            field: string;
            min: string;
        } | {
            /** @enum {string} */
            code: "value-list-between";
            field: string;
            min: string;
            max: string;
        } | {
            /** @enum {string} */
            code: "value-text-up-to";
            field: string;
            max: string;
        } | {
            /** @enum {string} */
            code: "value-text-between";
            field: string;
            min: string;
            max: string;
        } | {
            /** @enum {string} */
            code: "value-not-empty";
            field: string;
        } | {
            /** @enum {string} */
            code: "value-text";
            field: string;
        } | {
            /** @enum {string} */
            code: "value-like";
            field: string;
            example: string;
        } | {
            /** @enum {string} */
            code: "setting-of-operator";
            field: string;
        } | {
            /** @enum {string} */
            code: "unknown-setting";
            field: string;
            suggestion: string | null;
        } | {
            /** @enum {string} */
            code: "unknown-element-word";
            field: string;
            suggestion: string | null;
        } | {
            /** @enum {string} */
            code: "element-words-too-long";
            max: string;
        } | {
            /** @enum {string} */
            code: "no-setting";
        } | {
            /** @enum {string} */
            code: "spending-without-price";
            min: string;
        } | {
            /** @enum {string} */
            code: "repeated-market";
            market: string;
        } | {
            /** @enum {string} */
            code: "wrong-origin";
            origin: string;
            example: string;
        } | {
            /** @enum {string} */
            code: "url-not-absolute";
            field: string | null;
            max: string;
        } | {
            /** @enum {string} */
            code: "url-with-login";
            field: string | null;
        } | {
            /** @enum {string} */
            code: "url-with-fragment";
            field: string | null;
        } | {
            /** @enum {string} */
            code: "url-not-https";
            field: string | null;
        } | {
            /** @enum {string} */
            code: "url-port";
            field: string | null;
        } | {
            /** @enum {string} */
            code: "host-not-full";
            field: string | null;
        } | {
            /** @enum {string} */
            code: "address-not-public";
            field: string | null;
            address: string;
        } | {
            /** @enum {string} */
            code: "port-not-allowed";
            field: string | null;
        } | {
            /** @enum {string} */
            code: "host-not-public";
            field: string | null;
            host: string;
        } | {
            /** @enum {string} */
            code: "url-too-long";
            max: string;
        } | {
            /** @enum {string} */
            code: "sender-text-has-address";
        } | {
            /** @enum {string} */
            code: "sender-name-and-address";
        } | {
            /** @enum {string} */
            code: "sender-text-has-options";
        } | {
            /** @enum {string} */
            code: "sender-wrong-provider-of-mails";
            provider: string;
            allowed: string;
        } | {
            /** @enum {string} */
            code: "sender-wrong-provider-of-texts";
            provider: string;
            allowed: string;
        } | {
            /** @enum {string} */
            code: "sender-without-settings";
            field: string;
        } | {
            /** @enum {string} */
            code: "sender-from-of-mails";
        } | {
            /** @enum {string} */
            code: "sender-without-tls";
        } | {
            /** @enum {string} */
            code: "sender-user-and-password";
        } | {
            /** @enum {string} */
            code: "sender-port";
            allowed: string;
        } | {
            /** @enum {string} */
            code: "sender-options-of-installation";
        } | {
            /** @enum {string} */
            code: "sender-tests-to-members";
        } | {
            /** @enum {string} */
            code: "keys-limit";
            max: string;
        } | {
            /** @enum {string} */
            code: "connectors-limit";
            max: string;
        } | {
            /** @enum {string} */
            code: "endpoints-limit";
            max: string;
        } | {
            /** @enum {string} */
            code: "connections-limit";
            max: string;
        } | {
            /** @enum {string} */
            code: "klaviyo-connected";
        } | {
            /** @enum {string} */
            code: "marketing-klaviyo-key";
        } | {
            /** @enum {string} */
            code: "marketing-needs-field";
            tool: string;
            field: string;
        } | {
            /** @enum {string} */
            code: "marketing-not-for-tool";
            tool: string;
            field: string;
        } | {
            /** @enum {string} */
            code: "members-limit";
            max: string;
        } | {
            /** @enum {string} */
            code: "key-replaced";
            key: string;
            until: string;
        } | {
            /** @enum {string} */
            code: "secret-rotating";
            until: string | null;
        } | {
            /** @enum {string} */
            code: "cannot-send";
            what: string;
            settings: string;
        } | {
            /** @enum {string} */
            code: "compiler-missing";
        } | {
            /** @enum {string} */
            code: "compiler-slow";
        } | {
            /** @enum {string} */
            code: "compiler-failed";
        } | {
            /** @enum {string} */
            code: "templates-slow";
            seconds: string;
        } | {
            /** @enum {string} */
            code: "too-many-compiles";
            max: string;
        } | {
            /** @enum {string} */
            code: "too-many-renders";
        } | {
            /** @enum {string} */
            code: "too-many-replays";
            max: string;
        } | {
            /** @enum {string} */
            code: "company-sign-in";
        } | {
            /** @enum {string} */
            code: "value-one-of";
            field: string;
            allowed: string;
        } | {
            /** @enum {string} */
            code: "value-is";
            field: string;
            value: string;
        };
        /** Failure */
        Failure: {
            /** @enum {boolean} */
            error: true;
            /** @description What went wrong, as a constant that code can check */
            type: string;
            /** @description What went wrong and how to fix it */
            msg: string;
            /** @description The same as msg */
            message: string;
            /** @description The same as msg */
            description: string;
            /** @description Include it when you ask for help */
            requestId: string;
            why?: components["schemas"]["RefusalWhy"];
            /** @description With invalid-template: everything that is wrong, and where */
            problems?: {
                /** @description subject or source */
                field: string;
                line: number | null;
                column: number | null;
                text: string;
                /** @description What the sentence beside it says, for programs: its code and values. null: there is none, or only the sentence is known */
                why: components["schemas"]["MistakeWhy"] | null;
                /** @description When a name does not exist: which one, and what was most likely meant */
                unknown: {
                    kind: "variable" | "filter" | "tag";
                    name: string;
                    suggestion: string | null;
                } | null;
            }[];
        };
        /** DnsWhy */
        DnsWhy: {
            /** @enum {string} */
            code: "not-checked";
        } | {
            /** @enum {string} */
            code: "not-answered";
            answer: string;
        } | {
            /** @enum {string} */
            code: "spf-several";
            domain: string;
            count: string;
        } | {
            /** @enum {string} */
            code: "spf-missing";
            domain: string;
        } | {
            /** @enum {string} */
            code: "spf-included-several";
            included: string;
        } | {
            /** @enum {string} */
            code: "spf-included-missing";
            included: string;
        } | {
            /** @enum {string} */
            code: "spf-redirect-several";
            included: string;
        } | {
            /** @enum {string} */
            code: "spf-redirect-missing";
            included: string;
        } | {
            /** @enum {string} */
            code: "spf-circle";
            included: string;
        } | {
            /** @enum {string} */
            code: "spf-lookups";
            max: string;
        } | {
            /** @enum {string} */
            code: "spf-unreadable";
            part: string;
            domain: string;
        } | {
            /** @enum {string} */
            code: "spf-allows-all";
        } | {
            /** @enum {string} */
            code: "spf-other-domain";
            returnDomain: string;
            domain: string;
        } | {
            /** @enum {string} */
            code: "spf-lacks-provider";
            included: string;
        } | {
            /** @enum {string} */
            code: "spf-host-unknown";
            host: string;
        } | {
            /** @enum {string} */
            code: "spf-host-unknown-to-merchant";
            host: string;
        } | {
            /** @enum {string} */
            code: "dkim-selector-unknown";
        } | {
            /** @enum {string} */
            code: "dkim-selector-unknown-to-merchant";
        } | {
            /** @enum {string} */
            code: "dkim-missing";
            name: string;
        } | {
            /** @enum {string} */
            code: "dkim-several";
            name: string;
            count: string;
        } | {
            /** @enum {string} */
            code: "dkim-withdrawn";
        } | {
            /** @enum {string} */
            code: "dkim-other-key";
        } | {
            /** @enum {string} */
            code: "dmarc-several";
            count: string;
        } | {
            /** @enum {string} */
            code: "dmarc-no-policy";
        } | {
            /** @enum {string} */
            code: "dmarc-not-fulfilled";
            policy: string;
        } | {
            /** @enum {string} */
            code: "dmarc-missing";
            domain: string;
        } | {
            /** @enum {string} */
            code: "bounces-lost";
            domain: string;
        } | {
            /** @enum {string} */
            code: "bounces-lost-of-operator";
            domain: string;
        } | {
            /** @enum {string} */
            code: "bounces-refused";
            domain: string;
        } | {
            /** @enum {string} */
            code: "bounces-refused-of-operator";
            domain: string;
        } | {
            /** @enum {string} */
            code: "bounces-elsewhere";
            domain: string;
            host: string;
        };
        /** RecordValueWhy */
        RecordValueWhy: {
            /** @enum {string} */
            code: "spf-of-provider";
        } | {
            /** @enum {string} */
            code: "bounces-of-provider";
        } | {
            /** @enum {string} */
            code: "as-provider-shows";
        } | {
            /** @enum {string} */
            code: "any-mail-server";
            domain: string;
        } | {
            /** @enum {string} */
            code: "own-address";
            before: string;
            after: string;
        };
        /** TroubleWhy */
        TroubleWhy: {
            /** @enum {string} */
            code: "refused-login";
            answer: string | null;
        } | {
            /** @enum {string} */
            code: "refused-sender";
            answer: string | null;
        } | {
            /** @enum {string} */
            code: "unknown-host";
            answer: string | null;
        } | {
            /** @enum {string} */
            code: "private-host";
            answer: string | null;
        } | {
            /** @enum {string} */
            code: "not-reached";
            answer: string | null;
        } | {
            /** @enum {string} */
            code: "no-answer";
            answer: string | null;
        } | {
            /** @enum {string} */
            code: "no-tls";
            answer: string | null;
        } | {
            /** @enum {string} */
            code: "wrong-url";
            answer: string | null;
        } | {
            /** @enum {string} */
            code: "throttles";
            answer: string | null;
        } | {
            /** @enum {string} */
            code: "refuses";
            answer: string | null;
        } | {
            /** @enum {string} */
            code: "of-installation";
        } | {
            /** @enum {string} */
            code: "refused-recipient";
        };
        /** PlanWhy */
        PlanWhy: {
            /** @enum {string} */
            code: "refused-login";
            answer: string | null;
        } | {
            /** @enum {string} */
            code: "refused-sender";
            answer: string | null;
        } | {
            /** @enum {string} */
            code: "unknown-host";
            answer: string | null;
        } | {
            /** @enum {string} */
            code: "private-host";
            answer: string | null;
        } | {
            /** @enum {string} */
            code: "not-reached";
            answer: string | null;
        } | {
            /** @enum {string} */
            code: "no-answer";
            answer: string | null;
        } | {
            /** @enum {string} */
            code: "no-tls";
            answer: string | null;
        } | {
            /** @enum {string} */
            code: "wrong-url";
            answer: string | null;
        } | {
            /** @enum {string} */
            code: "throttles";
            answer: string | null;
        } | {
            /** @enum {string} */
            code: "refuses";
            answer: string | null;
        } | {
            /** @enum {string} */
            code: "of-installation";
        } | {
            /** @enum {string} */
            code: "refused-recipient";
        } | {
            /** @enum {string} */
            code: "sending-paused";
        } | {
            /** @enum {string} */
            code: "sender-not-verified";
        } | {
            /** @enum {string} */
            code: "mail-limit";
            max: string;
        } | {
            /** @enum {string} */
            code: "text-limit";
            max: string;
        } | {
            /** @enum {string} */
            code: "spend-limit";
        } | {
            /** @enum {string} */
            code: "slow-template";
        } | {
            /** @enum {string} */
            code: "wave-failed";
        } | {
            /** @enum {string} */
            code: "complaints";
            complaints: string;
            sent: string;
            days: string;
            percent: string;
        };
        /** WaveWhy */
        WaveWhy: {
            /** @enum {string} */
            code: "next-in-line";
        } | {
            /** @enum {string} */
            code: "sold-out";
        } | {
            /** @enum {string} */
            code: "all-offered";
        } | {
            /** @enum {string} */
            code: "all-reserved";
        } | {
            /** @enum {string} */
            code: "no-new-units";
        } | {
            /** @enum {string} */
            code: "line-empty";
        };
        /** DeliveryWhy */
        DeliveryWhy: {
            /** @enum {string} */
            code: "url-not-absolute";
            max: string;
        } | {
            /** @enum {string} */
            code: "url-with-login";
        } | {
            /** @enum {string} */
            code: "url-with-fragment";
        } | {
            /** @enum {string} */
            code: "url-not-https";
        } | {
            /** @enum {string} */
            code: "url-port";
        } | {
            /** @enum {string} */
            code: "host-not-full";
        } | {
            /** @enum {string} */
            code: "address-not-public";
            address: string;
        } | {
            /** @enum {string} */
            code: "port-not-allowed";
        } | {
            /** @enum {string} */
            code: "host-not-public";
            host: string;
        } | {
            /** @enum {string} */
            code: "no-answer";
            seconds: string;
        } | {
            /** @enum {string} */
            code: "connection-lost";
        } | {
            /** @enum {string} */
            code: "connection-refused";
        } | {
            /** @enum {string} */
            code: "unknown-host";
        } | {
            /** @enum {string} */
            code: "host-without-address";
        } | {
            /** @enum {string} */
            code: "name-server-failed";
        } | {
            /** @enum {string} */
            code: "name-server-silent";
        } | {
            /** @enum {string} */
            code: "network-not-reached";
        } | {
            /** @enum {string} */
            code: "host-not-reached";
        } | {
            /** @enum {string} */
            code: "not-connected";
        } | {
            /** @enum {string} */
            code: "certificate-expired";
        } | {
            /** @enum {string} */
            code: "certificate-self-signed";
        } | {
            /** @enum {string} */
            code: "certificate-chain";
        } | {
            /** @enum {string} */
            code: "certificate-other-name";
        } | {
            /** @enum {string} */
            code: "request-failed";
            answer: string;
        } | {
            /** @enum {string} */
            code: "redirect";
            status: string;
        } | {
            /** @enum {string} */
            code: "status";
            status: string;
        } | {
            /** @enum {string} */
            code: "not-made";
        };
        /** DisabledWhy */
        DisabledWhy: {
            /** @enum {string} */
            code: "by-merchant";
        } | {
            /** @enum {string} */
            code: "gone";
        } | {
            /** @enum {string} */
            code: "failed-for-days";
            problem: string;
        } | {
            /** @enum {string} */
            code: "too-many-waiting";
            count: string;
        };
        /** ReplayWhy */
        ReplayWhy: {
            /** @enum {string} */
            code: "not-read";
        } | {
            /** @enum {string} */
            code: "disabled";
        } | {
            /** @enum {string} */
            code: "not-kept";
            time: string;
        };
        /** ToolWhy */
        ToolWhy: {
            /** @enum {string} */
            code: "url-not-absolute";
            max: string;
        } | {
            /** @enum {string} */
            code: "url-with-login";
        } | {
            /** @enum {string} */
            code: "url-with-fragment";
        } | {
            /** @enum {string} */
            code: "url-not-https";
        } | {
            /** @enum {string} */
            code: "url-port";
        } | {
            /** @enum {string} */
            code: "host-not-full";
        } | {
            /** @enum {string} */
            code: "address-not-public";
            address: string;
        } | {
            /** @enum {string} */
            code: "port-not-allowed";
        } | {
            /** @enum {string} */
            code: "host-not-public";
            host: string;
        } | {
            /** @enum {string} */
            code: "no-answer";
            seconds: string;
        } | {
            /** @enum {string} */
            code: "connection-lost";
        } | {
            /** @enum {string} */
            code: "connection-refused";
        } | {
            /** @enum {string} */
            code: "unknown-host";
        } | {
            /** @enum {string} */
            code: "host-without-address";
        } | {
            /** @enum {string} */
            code: "name-server-failed";
        } | {
            /** @enum {string} */
            code: "name-server-silent";
        } | {
            /** @enum {string} */
            code: "network-not-reached";
        } | {
            /** @enum {string} */
            code: "host-not-reached";
        } | {
            /** @enum {string} */
            code: "not-connected";
        } | {
            /** @enum {string} */
            code: "certificate-expired";
        } | {
            /** @enum {string} */
            code: "certificate-self-signed";
        } | {
            /** @enum {string} */
            code: "certificate-chain";
        } | {
            /** @enum {string} */
            code: "certificate-other-name";
        } | {
            /** @enum {string} */
            code: "request-failed";
            answer: string;
        } | {
            /** @enum {string} */
            code: "redirect";
            status: string;
        } | {
            /** @enum {string} */
            code: "throttled";
        } | {
            /** @enum {string} */
            code: "status-said";
            status: string;
            answer: string;
        } | {
            /** @enum {string} */
            code: "status";
            status: string;
        } | {
            /** @enum {string} */
            code: "not-made";
        };
        /** MarketingPausedWhy */
        MarketingPausedWhy: {
            /** @enum {string} */
            code: "by-merchant";
        } | {
            /** @enum {string} */
            code: "key-refused";
            status: string;
            answer: string | null;
        } | {
            /** @enum {string} */
            code: "gone";
        };
        /** HappeningWhy */
        HappeningWhy: {
            /** @enum {string} */
            code: "signed-up";
        } | {
            /** @enum {string} */
            code: "imported";
        } | {
            /** @enum {string} */
            code: "signed-up-suppressed";
        } | {
            /** @enum {string} */
            code: "signed-up-again";
        } | {
            /** @enum {string} */
            code: "signed-up-again-suppressed";
        } | {
            /** @enum {string} */
            code: "confirmed-by-mail";
        } | {
            /** @enum {string} */
            code: "confirmed-by-mail-suppressed";
        } | {
            /** @enum {string} */
            code: "confirmed-by-text";
        } | {
            /** @enum {string} */
            code: "confirmed-by-text-suppressed";
        } | {
            /** @enum {string} */
            code: "asked-to-confirm";
        } | {
            /** @enum {string} */
            code: "changed-quantity";
            quantity: string;
            before: string;
        } | {
            /** @enum {string} */
            code: "accepted";
            until: string;
        } | {
            /** @enum {string} */
            code: "accepted-and-expired";
        } | {
            /** @enum {string} */
            code: "accepted-offer";
            until: string;
        } | {
            /** @enum {string} */
            code: "accepted-not-bought";
        } | {
            /** @enum {string} */
            code: "held";
            until: string;
        } | {
            /** @enum {string} */
            code: "hold-refused";
            answer: string | null;
        } | {
            /** @enum {string} */
            code: "hold-released";
        } | {
            /** @enum {string} */
            code: "declined";
        } | {
            /** @enum {string} */
            code: "not-answered";
        } | {
            /** @enum {string} */
            code: "offered-perhaps";
            until: string;
        } | {
            /** @enum {string} */
            code: "offered";
            until: string;
        } | {
            /** @enum {string} */
            code: "sent";
        } | {
            /** @enum {string} */
            code: "sent-perhaps-server";
            answer: string;
        } | {
            /** @enum {string} */
            code: "sent-perhaps-provider";
            answer: string;
        } | {
            /** @enum {string} */
            code: "sent-perhaps-no-answer";
            answer: string;
        } | {
            /** @enum {string} */
            code: "sent-perhaps-worker";
        } | {
            /** @enum {string} */
            code: "sent-perhaps";
            answer: string | null;
        } | {
            /** @enum {string} */
            code: "no-sender";
            medium: string;
        } | {
            /** @enum {string} */
            code: "gave-up";
        } | {
            /** @enum {string} */
            code: "suppressed";
        } | {
            /** @enum {string} */
            code: "test-store";
        } | {
            /** @enum {string} */
            code: "sold-out";
        } | {
            /** @enum {string} */
            code: "quiet-hours";
        } | {
            /** @enum {string} */
            code: "refused-server";
            answer: string;
        } | {
            /** @enum {string} */
            code: "refused-provider";
            answer: string;
        } | {
            /** @enum {string} */
            code: "refused-not-one-address";
        } | {
            /** @enum {string} */
            code: "clicked";
        } | {
            /** @enum {string} */
            code: "bought";
        } | {
            /** @enum {string} */
            code: "left-by-mail";
        } | {
            /** @enum {string} */
            code: "left-on-page";
        } | {
            /** @enum {string} */
            code: "left-in-shop";
        } | {
            /** @enum {string} */
            code: "left-list";
        } | {
            /** @enum {string} */
            code: "left-by-store";
        } | {
            /** @enum {string} */
            code: "left-by-text";
        } | {
            /** @enum {string} */
            code: "bounced-reported";
        } | {
            /** @enum {string} */
            code: "bounced-server";
            answer: string;
        } | {
            /** @enum {string} */
            code: "bounced-provider";
            answer: string;
        } | {
            /** @enum {string} */
            code: "bounced";
            answer: string;
        } | {
            /** @enum {string} */
            code: "complained";
        } | {
            /** @enum {string} */
            code: "erased";
        } | {
            /** @enum {string} */
            code: "stopped-by-text";
        } | {
            /** @enum {string} */
            code: "stopped-bounced-reported";
        } | {
            /** @enum {string} */
            code: "stopped-bounced-server";
            answer: string;
        } | {
            /** @enum {string} */
            code: "stopped-bounced-provider";
            answer: string;
        } | {
            /** @enum {string} */
            code: "stopped-bounced";
            answer: string;
        } | {
            /** @enum {string} */
            code: "stopped-complained";
        } | {
            /** @enum {string} */
            code: "stopped-erased";
        } | {
            /** @enum {string} */
            code: "stopped";
            answer: string;
        };
        /** PriceWhy */
        PriceWhy: {
            /** @enum {string} */
            code: "other-currency";
            currency: string;
            wanted: string;
        } | {
            /** @enum {string} */
            code: "lower-target";
            target: string;
            currency: string;
            price: string;
        };
        /** ReplayNoteWhy */
        ReplayNoteWhy: {
            /** @enum {string} */
            code: "not-begun";
        } | {
            /** @enum {string} */
            code: "from-before";
        } | {
            /** @enum {string} */
            code: "too-many-people";
            people: string;
            rows: string;
        } | {
            /** @enum {string} */
            code: "too-long";
            seconds: string;
        } | {
            /** @enum {string} */
            code: "not-exact";
        } | {
            /** @enum {string} */
            code: "many-waves";
        } | {
            /** @enum {string} */
            code: "stock-not-known";
        };
        /** Plan */
        Plan: {
            /** @description Id */
            plan: string;
            topic: string;
            /** @description What started it, one of event, merchant */
            by: string;
            /** @description The number of the restock or other event; plans of the merchant have their own */
            restock: number;
            /** @description One of open, held, done, cancelled, superseded */
            state: string;
            reason: string | null;
            /** @description What the sentence beside it says, for programs: its code and values. null: there is none, or only the sentence is known */
            why: components["schemas"]["PlanWhy"] | null;
            /** @description Who is notified, and in which order */
            policy: {
                audience: string;
                order: string;
                perUnit: number;
                waveSize: number;
                waitSeconds: number;
                /** @description Units that one person counts as at most; absent in plans of older versions */
                unitsMax?: number;
                price?: {
                    currency: string;
                    from: number;
                    to: number;
                };
                /** @description The merchant started it without stock */
                ignoresStock?: boolean;
                offer?: {
                    minutes: number;
                    after: string;
                };
            };
            /** @description Created, in milliseconds since 1970 */
            cts: number;
            next: number | null;
            waves: {
                wave: number;
                units: number | null;
                people: number;
                reason: string;
                /** @description What the sentence beside it says, for programs: its code and values. null: there is none, or only the sentence is known */
                why: components["schemas"]["WaveWhy"] | null;
                /** @description Begun, in milliseconds since 1970 */
                ts: number;
            }[];
            /** @description Number of deliveries by state */
            deliveries: {
                [key: string]: number;
            };
            /** @description Number of offers by state */
            offers?: {
                [key: string]: number;
            };
        };
        /** Product */
        Product: {
            bt: string | null;
            dt: string | null;
            sku: string | null;
            du: string | null;
            iu: string | null;
            pr: number | null;
            /** @description Title of the variant; may be empty */
            vi: string;
            /** @description Id of the product in Keepsake */
            pid: string;
            /** @description Variant id */
            epi: string | number;
            /** @description The market of the variant; absent for the variant as a whole */
            market?: string;
            /** @description Product id */
            empi: string | number;
            uri: string | null;
            stk: number | null;
        };
        /** UserInfo */
        UserInfo: {
            em?: string | null;
            /** @description First name */
            fname?: string;
            /** @description Last name */
            lname?: string;
            uid?: string;
            /** @description Store identifier */
            pid?: string;
            m?: null;
            /** Format: date-time */
            lastlogin?: string;
            /** @description Created, in milliseconds since 1970 */
            cts?: number;
            /** @description Updated, in milliseconds since 1970 */
            uts?: number;
            sw_mkt?: null;
            ut?: null;
            /** @description Whether the address is on the mailing list */
            acc_mkt?: boolean;
            extags?: string[];
            /** @description Preferences */
            prefs?: {
                [key: string]: unknown;
            };
            /** @description Data of the shop's platform */
            pd?: {
                [key: string]: unknown;
            };
        };
        /** ListItem */
        ListItem: {
            /** @description Variant id, with the type it was sent with */
            epi: string | number;
            /** @description Product id */
            empi: string | number;
            bt: string | null;
            dt: string | null;
            sku: string | null;
            du: string | null;
            iu: string | null;
            pr: number | null;
            vi: string | null;
            /** @description Id of the product in Keepsake */
            pid: string;
            stk: number | null;
            savedpr: number | null;
            qty: number;
            note: string | null;
            /** @description Custom fields, as they were sent */
            cprops: {
                [key: string]: unknown;
            };
            lbls: string[];
            /** @description Whether the shopper did not choose the variant */
            _av: boolean;
            /** @description Added, in milliseconds since 1970 */
            cts: number;
            /** @description Changed, in milliseconds since 1970 */
            uts: number;
            /** @description The list it is on */
            lid: string;
            id: string;
            /** @description Device */
            di: string;
            uby: string | null;
            lity?: "custom" | "customBundle";
            /** @description Only of a custom item, as the following fields */
            title?: string;
            price?: number;
            compareAtPrice?: number;
            /** @description The platform's variant */
            platformitemid?: string | number;
            bundle?: ({
                title?: string;
                price?: number;
                /** @description Variant id */
                epi?: string | number;
                /** @description Product id */
                empi?: string | number;
                iu?: string;
                uri?: string;
                vendor?: string;
            } & {
                [key: string]: unknown;
            })[];
            /** @description Internal; ignore it */
            _pkey: string;
            /** @description Internal; ignore it */
            _t: number;
        };
        /** List */
        List: {
            /** @description List id */
            lid: string;
            /** @description Name */
            lname: string;
            /** @description Type: wl, sfl, or one of the store's own */
            lty: string;
            /** @description Number of items */
            cnt: number;
            userinfo: components["schemas"]["UserInfo"] | null;
            /** @description The same as lid */
            id: string;
            lnote: string | null;
            /** @description Custom properties, as they were sent */
            lprops: {
                [key: string]: unknown;
            };
            /** @description Always empty */
            cprops: {
                [key: string]: unknown;
            };
            /** @description Description, as it was sent */
            ldesc: {
                [key: string]: unknown;
            };
            /** @description 1: active, 0: archived */
            st: number;
            /** @description Whether anyone with the lid may read it */
            anonRead: boolean;
            /** @description Whether a large list is still being copied into it */
            _cp: boolean;
            /** @description The newest items, newest first */
            listcontents: components["schemas"]["ListItem"][];
            cby: string | null;
            uby: string | null;
            cfor: string | null;
            /** @description Created, in milliseconds since 1970 */
            cts: number;
            /** @description Changed, in milliseconds since 1970 */
            uts: number;
            /** @description Changes with every attribute of the list */
            lhash: string;
            itemcmnts: number;
            /** @description Device */
            di: string;
            /** @description The owner's regid */
            uid: string;
            /** @description Store identifier */
            pid: string;
            /** @description Internal; ignore it */
            _pkey: string;
            /** @description Internal; ignore it */
            _t: number;
        };
        /** Pagination */
        Pagination: {
            totalcount: number;
            next: number | null;
            limit: number;
        };
        /** SharedItem */
        SharedItem: {
            /** @description Variant id */
            epi: string | number;
            /** @description Product id */
            empi: string | number;
            dt: string | null;
            du: string | null;
            iu: string | null;
            pr: number | null;
            vi: string | null;
            stk?: number | null;
            qty: number;
            /** @description Only if the owner shows it */
            cprops?: {
                [key: string]: unknown;
            };
        };
        /** SharedList */
        SharedList: {
            /** @description List id */
            lid: string;
            /** @description Name */
            lname: string;
            /** @description Type: wl, sfl, or one of the store's own */
            lty: string;
            /** @description Number of items */
            cnt: number;
            userinfo: components["schemas"]["UserInfo"] | null;
            /** @description The newest items, newest first */
            listcontents: components["schemas"]["SharedItem"][];
        };
        /** ListPage */
        ListPage: {
            list: components["schemas"]["List"];
            items: components["schemas"]["ListItem"][];
            userinfo: components["schemas"]["UserInfo"];
            pagination: components["schemas"]["Pagination"];
        };
        /** SharedListPage */
        SharedListPage: {
            list: components["schemas"]["SharedList"];
            items: components["schemas"]["SharedItem"][];
            userinfo: components["schemas"]["UserInfo"];
            pagination: components["schemas"]["Pagination"];
        };
        /** Subscription */
        Subscription: {
            bt: string | null;
            dt: string | null;
            sku: string | null;
            du: string | null;
            iu: string | null;
            pr: number | null;
            /** @description Title of the variant; may be empty */
            vi: string;
            /** @description Id of the product in Keepsake */
            pid: string;
            /** @description Variant id */
            epi: string | number;
            /** @description The market of the variant; absent for the variant as a whole */
            market?: string;
            /** @description Product id */
            empi: string | number;
            uri: string | null;
            stk: number | null;
            topic: string;
            /** @description email or sms */
            medium: string;
            /** @description The address; XXXXXX for a guest */
            mediumvalue: string;
            /** @description One of unconfirmed, waiting, offered, notified, bought, expired, unsubscribed, undeliverable */
            state: string;
            /** @description Signed up, in milliseconds since 1970 */
            cts: number;
            cby: string | null;
            uby: string | null;
        };
    };
    responses: never;
    parameters: never;
    requestBodies: never;
    headers: never;
    pathItems: never;
}
export type $defs = Record<string, never>;
export type operations = Record<string, never>;
