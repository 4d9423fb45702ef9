namespace Doppel.Web;

/// <summary>A request that cannot be answered, with the status and a sentence for the user.</summary>
internal sealed class RequestException(int status, string message) : Exception(message)
{
    /// <summary>Gets the status code of HTTP.</summary>
    internal int Status { get; } = status;

    /// <summary>Returns the failure of a request that no page of ours sends.</summary>
    internal static RequestException Bad(string message) => new(400, message);

    /// <summary>Returns the failure of a request for a thing that does not exist.</summary>
    internal static RequestException Missing(string message) => new(404, message);

    /// <summary>Returns the failure of a request that does not fit the state of the session.</summary>
    internal static RequestException Conflict(string message) => new(409, message);
}
