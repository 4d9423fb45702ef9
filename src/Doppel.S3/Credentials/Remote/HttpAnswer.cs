using System.Net;

namespace Doppel.S3.Credentials;

/// <summary>What came of a request: an answer with its whole content, or why there is none.</summary>
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

    /// <summary>Why there is no answer, such as <c>no answer within 1 s</c>; null if there is one.</summary>
    internal string? Fault { get; }

    internal HttpStatusCode Status { get; }

    internal byte[] Content { get; } = [];

    internal bool IsSuccess => Fault is null && Status == HttpStatusCode.OK;

    /// <summary>Whether the same request may succeed a little later.</summary>
    internal bool IsPassing { get; }

    /// <summary>What is wrong, for a message.</summary>
    internal string Problem => Fault ?? $"status {(int)Status}";
}
