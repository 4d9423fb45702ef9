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
        + ".c{display:flex;flex-wrap:wrap;gap:8px 16px;align-items:center;margin-top:10px}.c[hidden]{display:none}"
        + "input,select{font:inherit;color:inherit;background:var(--p);border:1px solid var(--q);border-radius:6px;"
        + "padding:3px 8px;max-width:100%}"
        + ".t{width:80px;height:60px;object-fit:contain;vertical-align:middle;margin-right:10px;background:var(--h)}"
        + "footer p{margin-top:6px}footer{margin-top:20px;font-size:12px}"
        + "@media(max-width:600px){body{padding:8px}.n{min-width:0}"
        + "li time{display:block}}@media print{details::details-content{content-visibility:visible;block-size:auto}}";

    // Shows the controls, and hides and sorts what follows a heading. Comments with data stay where they are.
    // One line without <, > and &, as the style.
    private const string Script =
        "(function(){'use strict';var box=document.querySelector('.c'),input=box.querySelector('input'),"
        + "order=box.querySelector('select'),told=box.querySelector('span');"
        + "var parts=Array.from(document.querySelectorAll('h2')).map(function(head){var items=[],one=head;"
        + "while((one=one.nextElementSibling)){if(one.tagName==='H2')break;items.push(one)}"
        + "return{head:head,end:one,items:items}});"
        + "function text(item,part){var found=item.querySelector(part);return found?found.textContent:item.textContent}"
        + "function count(item){return parseInt(text(item,'.n'),10)||0}"
        + "function compare(one,other){return text(one,'.s').localeCompare(text(other,'.s'),'en',{numeric:true})}"
        + "function show(){var words=input.value.toLowerCase(),all=0,left=0;parts.forEach(function(part){var any=0;"
        + "part.items.forEach(function(item){item.hidden=item.textContent.toLowerCase().indexOf(words)===-1;"
        + "all++;any+=item.hidden?0:1});left+=any;part.head.hidden=any===0});"
        + "told.textContent=words?left+' of '+all+' shown':''}"
        + "function sort(){parts.forEach(function(part){var items=part.items.slice();"
        + "if(order.value==='copies')items.sort(function(one,other){return count(other)-count(one)});"
        + "if(order.value==='name')items.sort(compare);"
        + "items.forEach(function(item){part.head.parentNode.insertBefore(item,part.end)})})}"
        + "input.addEventListener('input',show);order.addEventListener('change',sort);"
        + "box.hidden=false;show();sort()})()";

    private static readonly byte[] s_head = Encoding.UTF8.GetBytes(
        "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\"/>\n"
        + "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; style-src 'sha256-"
        + DigestOf(Style) + "'; script-src 'sha256-" + DigestOf(Script)
        + "'; img-src data:; base-uri 'none'; form-action 'none'\"/>\n"
        + "<meta name=\"viewport\" content=\"width=device-width,initial-scale=1\"/>\n"
        + $"<style>{Style}</style>\n<title>Duplicate files</title>\n</head>\n<body>\n");

    private static readonly byte[] s_foot = Encoding.UTF8.GetBytes($"<script>{Script}</script>\n</body>\n</html>\n");

    /// <summary>Gets everything before the first item.</summary>
    public static ReadOnlySpan<byte> Head => s_head;

    /// <summary>Gets the controls, which only the script shows.</summary>
    public static ReadOnlySpan<byte> Controls =>
        "<p class=\"c\" hidden=\"hidden\"><label>Filter <input type=\"search\"/></label>"u8 +
        "<label>Sort by <select><option value=\"\">space</option><option value=\"copies\">copies</option>"u8 +
        "<option value=\"name\">name</option></select></label><span class=\"q\" role=\"status\"></span></p>"u8;

    /// <summary>Gets what the signs before names and the words for the proof of a group mean.</summary>
    public static ReadOnlySpan<byte> Legend =>
        "<p><i>=</i> precedes other names of the same file (hard links), <i>+</i> a file that belongs to it, such "u8 +
        "as the sidecar of a photo.</p>"u8 +
        "<p>Each group ends with its proof, which is how the files were found to be identical. <i>bytes</i>: they "u8 +
        "were compared byte by byte. <i>xxh3-128</i>, or another digest such as <i>md5</i>: they have the same "u8 +
        "size and the same digest. <i>unstated</i>: the program that found them does not say. Before Doppel "u8 +
        "changes a file, it compares it byte by byte with the one that is kept.</p>"u8;

    /// <summary>Gets everything after the last item.</summary>
    public static ReadOnlySpan<byte> Foot => s_foot;

    private static string DigestOf(string text) =>
        Convert.ToBase64String(SHA256.HashData(Encoding.UTF8.GetBytes(text)));
}
