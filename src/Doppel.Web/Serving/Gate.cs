using System.Security.Cryptography;
using System.Text;
using Microsoft.AspNetCore.Http;

namespace Doppel.Web;

/// <summary>
/// Decides which requests are answered: those of the page that was opened with the key, and of no other page or
/// program.
/// </summary>
/// <remarks>
/// <para>
/// Everything is below a secret folder of the address, to which the cookie is limited: browsers send the cookies of a
/// host to all its ports, and another user of this computer may serve something on another port.
/// </para>
/// <para>
/// Where the system tells whose program is at the other end of a connection, that must be a program of the owner. The
/// key works again for them then. The ticket is worth nothing to others, so it may stand on a command line, which every
/// user of the computer can read.
/// </para>
/// <para>Thread-safe.</para>
/// </remarks>
internal sealed class Gate
{
    private const int SecretBytes = 32;
    private const string CookieName = "doppel";

    private readonly string _cookie = NewSecret();
    private readonly string[] _hosts;
    private readonly string _ticket = $"/{NewSecret()}";
    private int _isKeyUsed;
    private int _isTicketUsed;

    /// <summary>Creates the secrets for a server on a port of the loopback address.</summary>
    internal Gate(int port)
    {
        _hosts = [$"127.0.0.1:{port}", $"localhost:{port}"];
        Folder = $"/{NewSecret()[..16]}/";
        Key = NewSecret();
        Address = $"http://{_hosts[0]}{Folder}?key={Key}";
    }

    /// <summary>Gets the folder of the address, with a slash at both ends.</summary>
    internal string Folder { get; }

    /// <summary>Gets the key. It works once where the system does not tell who uses it.</summary>
    internal string Key { get; }

    /// <summary>Gets the address to open, with the key.</summary>
    internal string Address { get; }

    /// <summary>Gets an address that opens the page once, for a program of the owner alone.</summary>
    internal string TicketAddress => $"http://{_hosts[0]}{_ticket}";

    /// <summary>Judges a request.</summary>
    /// <returns>The status code with which it is refused; 0 if it may be answered.</returns>
    internal int Judge(HttpRequest request)
    {
        // A name that another server had a moment ago may lead here (DNS rebinding), but the browser still says it.
        if (!_hosts.Contains(request.Headers.Host.ToString(), StringComparer.Ordinal))
        {
            return StatusCodes.Status421MisdirectedRequest;
        }

        if (!request.Path.Value!.StartsWith(Folder, StringComparison.Ordinal))
        {
            return StatusCodes.Status404NotFound;
        }

        bool changes = request.Method == HttpMethods.Post;
        if (!changes && request.Method != HttpMethods.Get && request.Method != HttpMethods.Head)
        {
            return StatusCodes.Status405MethodNotAllowed;
        }

        return IsOfOtherPage(request, changes) || !HasCookie(request) ? StatusCodes.Status403Forbidden : 0;
    }

    /// <summary>Exchanges the key or the ticket for the cookie, if a request to open the page has it.</summary>
    /// <param name="context">The request.</param>
    /// <param name="peer">Who sends it.</param>
    /// <returns>Whether the response is complete.</returns>
    internal bool Admit(HttpContext context, Peer peer)
    {
        HttpRequest request = context.Request;
        bool opensPage = request.Method == HttpMethods.Get && peer != Peer.Stranger
            && _hosts.Contains(request.Headers.Host.ToString(), StringComparer.Ordinal);
        if (!opensPage || !(HasTicket(request, peer) || HasKey(request, peer)))
        {
            return false;
        }

        context.Response.Headers.SetCookie = $"{CookieName}={_cookie}; Path={Folder}; HttpOnly; SameSite=Strict";

        // Without the key in it, the address can be bookmarked, reloaded and shown to others.
        context.Response.StatusCode = StatusCodes.Status303SeeOther;
        context.Response.Headers.Location = Folder;
        return true;
    }

    /// <summary>Sets the headers that every response has.</summary>
    internal static void Protect(IHeaderDictionary headers)
    {
        headers.CacheControl = "no-store";
        headers.XContentTypeOptions = "nosniff";
        headers.ContentSecurityPolicy =
            "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; media-src 'self'; "
            + "connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'; "
            + "require-trusted-types-for 'script'; trusted-types 'none'";
        headers["Referrer-Policy"] = "no-referrer";
        headers["Cross-Origin-Opener-Policy"] = "same-origin";
        headers["Cross-Origin-Resource-Policy"] = "same-origin";
        headers["Permissions-Policy"] = "camera=(), microphone=(), geolocation=(), usb=(), payment=()";
    }

    // Browsers send at least one of these headers with requests from other pages. A request that changes something
    // must say that it comes from the page.
    private bool IsOfOtherPage(HttpRequest request, bool changes)
    {
        string origin = request.Headers.Origin.ToString();
        string site = request.Headers["Sec-Fetch-Site"].ToString();
        bool isOwnOrigin = _hosts.Any(host => origin == "http://" + host);
        bool isOwnSite = site is "" or "same-origin" || (site == "none" && !changes);
        return !isOwnSite || !(isOwnOrigin || (origin.Length == 0 && !changes));
    }

    private bool HasTicket(HttpRequest request, Peer peer) => peer == Peer.Owner
        && IsSame(request.Path.Value!, _ticket) && Interlocked.Exchange(ref _isTicketUsed, 1) == 0;

    private bool HasKey(HttpRequest request, Peer peer)
    {
        bool hasKey = request.Path.Value == Folder && IsSame(request.Query["key"].ToString(), Key);
        return hasKey
            && (peer == Peer.Owner || Interlocked.Exchange(ref _isKeyUsed, 1) == 0 || HasCookie(request));
    }

    private bool HasCookie(HttpRequest request) =>
        request.Cookies[CookieName] is { } cookie && IsSame(cookie, _cookie);

    private static bool IsSame(string one, string other) => CryptographicOperations.FixedTimeEquals(
        Encoding.UTF8.GetBytes(one), Encoding.UTF8.GetBytes(other));

    private static string NewSecret() => Convert.ToHexStringLower(RandomNumberGenerator.GetBytes(SecretBytes));
}
