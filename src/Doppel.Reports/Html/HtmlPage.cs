using System.Security.Cryptography;
using System.Text;

namespace Doppel.Reports;

/// <summary>The parts of an HTML page that are the same in every report.</summary>
internal static class HtmlPage
{
    // One line without <, > and &, so that browsers and parsers of XML read it alike.
    private const string Style =
        ":root{color-scheme:light dark;--b:#f6f6f4;--p:#fff;--l:#dcdcd7;--t:#1d1f21;--q:#5b6066;--a:#14606b;"
        + "--h:#efefec;font:14px/1.45 system-ui,\"Segoe UI\",Roboto,\"Noto Sans\",sans-serif}"
        + "@media(prefers-color-scheme:dark){:root{--b:#17191b;--p:#1e2123;--l:#34383b;--t:#e5e6e4;--q:#a3a9ae;"
        + "--a:#6cc3cf;--h:#282c2f}}"
        + "body{margin:0 auto;padding:16px;max-width:1400px;background:var(--b);color:var(--t)}"
        + "h1{font-size:18px;margin:0}h2{font-size:15px;margin:20px 0 6px}p,ul{margin:0;padding:0;list-style:none}"
        + "header{margin-bottom:14px}header p,footer,.q,time,.d{color:var(--q)}"
        + ".s{font-weight:600}header .s{color:var(--t)}"
        + "details,.i{background:var(--p);border:1px solid var(--l);margin-top:-1px}"
        + "summary,.i{padding:5px 10px;overflow-wrap:anywhere}summary:hover{background:var(--h)}"
        + "summary{cursor:pointer}summary b{color:var(--a);display:inline-block;min-width:5.5em;text-align:right}"
        + ".n{color:var(--q);display:inline-block;min-width:9em;padding:0 10px}.s,li{overflow-wrap:anywhere}"
        + "ul,details .q{padding:3px 10px 3px 26px}.h{padding-left:18px}"
        + "time{font-variant-numeric:tabular-nums;padding-right:10px}pre{overflow:auto;margin:0;padding:3px 26px}"
        + "footer{margin-top:20px;font-size:12px}@media(max-width:600px){body{padding:8px}.n{min-width:0}"
        + "li time{display:block}}@media print{details::details-content{content-visibility:visible;block-size:auto}}";

    private static readonly byte[] s_head = Encoding.UTF8.GetBytes(
        "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\"/>\n"
        + "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; style-src 'sha256-"
        + Convert.ToBase64String(SHA256.HashData(Encoding.UTF8.GetBytes(Style)))
        + "'; base-uri 'none'; form-action 'none'\"/>\n"
        + "<meta name=\"viewport\" content=\"width=device-width,initial-scale=1\"/>\n"
        + $"<style>{Style}</style>\n<title>Duplicate files</title>\n</head>\n<body>\n");

    /// <summary>Gets everything before the first item.</summary>
    public static ReadOnlySpan<byte> Head => s_head;

    /// <summary>Gets everything after the last item.</summary>
    public static ReadOnlySpan<byte> Foot => "</body>\n</html>\n"u8;
}
