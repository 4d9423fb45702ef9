using System.Globalization;
using System.Net;

namespace Doppel.Fleet;

/// <summary>Reads the errors of a ClickHouse server.</summary>
internal static class ServerErrors
{
    // Numbers from dbms/src/Common/ErrorCodes.cpp of ClickHouse, which never change.
    private const int UnknownTable = 60;
    private const int UnknownDatabase = 81;
    private const int TimeoutExceeded = 159;
    private const int TooManyQueries = 202;
    private const int SocketTimeout = 209;
    private const int NetworkError = 210;
    private const int MemoryLimit = 241;
    private const int TooManyParts = 252;
    private const int AllConnectionsFailed = 279;
    private const int UnknownUser = 192;
    private const int WrongPassword = 193;
    private const int RequiredPassword = 194;
    private const int NotEnoughPrivileges = 497;
    private const int AuthenticationFailed = 516;
    private const int ReadOnly = 164;
    private const int DatabaseAccessDenied = 291;
    private const int QueryIsProhibited = 392;

    // What a server writes of a query can be long.
    private const int TextMax = 400;

    /// <summary>Converts an answer that is an error.</summary>
    internal static ServerFailure Read(HttpStatusCode status, string body, FleetServer server)
    {
        int code = CodeOf(body);
        string text = TextOf(body);
        bool mayPass = code is TimeoutExceeded or TooManyQueries or SocketTimeout or NetworkError or MemoryLimit
            or TooManyParts or AllConnectionsFailed
            || (code == 0 && status is HttpStatusCode.BadGateway or HttpStatusCode.ServiceUnavailable
                or HttpStatusCode.GatewayTimeout or HttpStatusCode.TooManyRequests);
        (string message, string? hint) = code switch
        {
            UnknownTable or UnknownDatabase => (
                $"there is no fleet in the database {server.Database} on {AddressOf(server)}",
                "prepare the server once with doppel fleet init"),
            UnknownUser or WrongPassword or RequiredPassword or AuthenticationFailed => (
                $"{AddressOf(server)} rejects the user {server.User} or the password",
                "see --user and --password-file"),
            AllConnectionsFailed => (
                $"a server in the cluster behind {AddressOf(server)} is unreachable: {text}",
                "start that server; the next scan completes what is missing"),
            NotEnoughPrivileges or ReadOnly or DatabaseAccessDenied or QueryIsProhibited => (
                $"{AddressOf(server)} does not allow this to the user {server.User}: {text}",
                "docs/fleet.md says which rights are needed"),
            0 => (
                string.Create(
                    CultureInfo.InvariantCulture,
                    $"{AddressOf(server)} answered with HTTP status {(int)status}, not as ClickHouse does"),
                "the address of its HTTP interface usually ends with :8123, or :8443 with TLS"),
            _ => ($"{AddressOf(server)}: {text}", (string?)null),
        };
        return new ServerFailure(message, hint, mayPass);
    }

    /// <summary>Returns the address as messages show it.</summary>
    internal static string AddressOf(FleetServer server) =>
        server.Address.GetComponents(UriComponents.SchemeAndServer, UriFormat.UriEscaped);

    // An error begins with "Code: 60, e.displayText() = DB::Exception: Table …, e.what() = …" or, since 2021, with
    // "Code: 60. DB::Exception: Table …".
    private static int CodeOf(string body)
    {
        const string Begin = "Code: ";
        int end = Begin.Length;
        while (end < body.Length && char.IsAsciiDigit(body[end]))
        {
            end++;
        }

        return body.StartsWith(Begin, StringComparison.Ordinal)
            && int.TryParse(body.AsSpan(Begin.Length, end - Begin.Length), CultureInfo.InvariantCulture, out int code)
                ? code
                : 0;
    }

    private static string TextOf(string body)
    {
        const string Begin = "DB::Exception: ";
        int begin = body.IndexOf(Begin, StringComparison.Ordinal);
        string text = begin < 0 ? body : body[(begin + Begin.Length)..];
        int end = text.IndexOf(", e.what()", StringComparison.Ordinal);
        text = (end < 0 ? text : text[..end]).Trim();
        return text.Length > TextMax ? text[..TextMax] + "…" : text;
    }
}

/// <summary>An answer of the server that is an error.</summary>
/// <param name="Message">What is wrong.</param>
/// <param name="Hint">What to do about it, or null.</param>
/// <param name="MayPass">Whether the same request may succeed a little later.</param>
internal sealed record ServerFailure(string Message, string? Hint, bool MayPass);
