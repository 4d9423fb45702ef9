using System.Net;

namespace Doppel.S3;

/// <summary>The outcome of a request: a response with its complete content, or the reason why there is none.</summary>
internal sealed class HttpAnswer
{
    internal HttpAnswer(HttpStatusCode status, byte[] content)
    {
        Status = status;
        Content = content;
        IsPassing = status == HttpStatusCode.TooManyRequests || (int)status >= 500;
    }

    internal HttpAnswer(string fault, bool isPassing)
    {
        Fault = fault;
        IsPassing = isPassing;
    }

    /// <summary>
    /// The reason why there is no response, such as <c>no answer within 1 s</c>, or null if there is one.
    /// </summary>
    internal string? Fault { get; }

    internal HttpStatusCode Status { get; }

    internal byte[] Content { get; } = [];

    internal bool IsSuccess => Fault is null && Status == HttpStatusCode.OK;

    /// <summary>Whether the same request may succeed shortly afterwards.</summary>
    internal bool IsPassing { get; }

    /// <summary>The description of the problem, for a message.</summary>
    internal string Problem => Fault ?? $"status {(int)Status}";
}
