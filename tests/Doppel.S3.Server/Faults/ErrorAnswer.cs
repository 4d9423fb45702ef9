using System.Security;

namespace Doppel.S3.Server;

/// <summary>Errors in the form of S3.</summary>
public static class ErrorAnswer
{
    /// <summary>An error with a code and more elements.</summary>
    public static Answer Of(int status, string code, params (string Name, string Value)[] more)
    {
        string elements = string.Concat(
            more.Select(one => $"<{one.Name}>{SecurityElement.Escape(one.Value)}</{one.Name}>"));
        return Answer.Xml(status, $"""
            <?xml version="1.0" encoding="UTF-8"?>
            <Error><Code>{code}</Code><Message>The server says {code}.</Message>{elements}
            <RequestId>{Id}</RequestId></Error>
            """).With("x-amz-request-id", Id);
    }

    private const string Id = "4442587FB7D0A2F9";
}
