/** Where a store begins when it writes its own: our default message, as MJML with Liquid. */
export const STARTER_SUBJECT = "Back in stock: {{ product.fullTitle }}";
export const STARTER_SOURCE = `<mjml lang="en">
  <mj-head>
    <mj-preview>{{ shop.name }}{% if product.price != "" %} · {{ product.price }}{% endif %}</mj-preview>
    <mj-attributes>
      <mj-all font-family="system-ui, -apple-system, 'Segoe UI', Roboto, Helvetica, Arial, sans-serif" />
      <mj-text font-size="16px" line-height="1.55" color="#1c1b1a" padding="0 36px 12px" />
    </mj-attributes>
    <mj-raw>
      <meta name="color-scheme" content="light dark" />
      <meta name="supported-color-schemes" content="light dark" />
    </mj-raw>
    <mj-style>
      :root { color-scheme: light dark; }
      @media (prefers-color-scheme: dark) {
        body, .ground, .ground td { background: #171615 !important; }
        .card, .card table, .card td { background: #232220 !important; }
        .ink div, .ink h1 { color: #f4f2ee !important; }
        .soft div, .soft a { color: #b8b4ac !important; }
        .go td, .go a { background: #f4f2ee !important; color: #1c1b1a !important; }
      }
    </mj-style>
  </mj-head>
  <mj-body background-color="#f4f2ee" css-class="ground">
    <mj-section padding="20px 0 16px">
      <mj-column>
        <mj-text css-class="ink" align="center" font-weight="700" padding="0">{{ shop.name }}</mj-text>
      </mj-column>
    </mj-section>
    <mj-wrapper background-color="#ffffff" border-radius="16px" padding="0 0 32px" css-class="card">
      <mj-raw>{% if product.image != "" %}</mj-raw>
      <mj-section padding="0">
        <mj-column>
          <mj-image src="{{ product.image }}" alt="" padding="0" />
        </mj-column>
      </mj-section>
      <mj-raw>{% endif %}</mj-raw>
      <mj-section padding="32px 0 0">
        <mj-column>
          <mj-text css-class="soft" color="#66625b" font-size="13px" font-weight="600">Back in stock</mj-text>
          <mj-text css-class="ink"><h1 style="margin:0;font-size:28px;line-height:1.2">{{ product.title }}</h1></mj-text>
          <mj-text css-class="soft" color="#66625b">{{ product.variant }}</mj-text>
          <mj-text css-class="ink" font-size="20px" font-weight="600">{{ product.price }}</mj-text>
          <mj-text css-class="ink">You asked {{ shop.name }} to tell you, and here it is. {% if offer.until != "" %}It is held for you until {{ offer.until }}.{% else %}It is not reserved: now is a good time.{% endif %}</mj-text>
        </mj-column>
      </mj-section>
      <mj-raw>{% if links.offer != "" %}</mj-raw>
      <mj-section padding="8px 0 0">
        <mj-column>
          <mj-button css-class="go" href="{{ links.offer }}" align="left" background-color="#1c1b1a" color="#ffffff" border-radius="10px" font-size="16px" font-weight="600" inner-padding="14px 28px" padding="0 36px">Take it, or pass it on</mj-button>
        </mj-column>
      </mj-section>
      <mj-raw>{% elsif product.url != "" %}</mj-raw>
      <mj-section padding="8px 0 0">
        <mj-column>
          <mj-button css-class="go" href="{{ product.url }}" align="left" background-color="#1c1b1a" color="#ffffff" border-radius="10px" font-size="16px" font-weight="600" inner-padding="14px 28px" padding="0 36px">See it in the shop</mj-button>
        </mj-column>
      </mj-section>
      <mj-raw>{% endif %}</mj-raw>
    </mj-wrapper>
    <mj-section padding="24px 0">
      <mj-column>
        <mj-text css-class="soft" align="center" font-size="13px" color="#66625b">
          You get this one mail because you asked {{ shop.name }} for it.<br />
          <a href="{{ links.preferences }}" style="color:#66625b">Your alerts</a> ·
          <a href="{{ links.unsubscribe }}" style="color:#66625b">Unsubscribe</a>
        </mj-text>
      </mj-column>
    </mj-section>
  </mj-body>
</mjml>
`;
