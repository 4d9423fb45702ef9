using Doppel.S3;
using Doppel.S3.Server;

namespace Doppel.Acting.Tests;

/// <summary>A gateway to folders under two names, <c>one</c> and <c>other</c>.</summary>
internal sealed class FolderServer : IDisposable
{
    private readonly FolderS3 _folders = new();
    private readonly HttpMessageInvoker _http;

    public FolderServer()
    {
        _http = new HttpMessageInvoker(new MemoryHandler(AnswerTo));
        One = new S3Client(new S3ClientOptions { Endpoint = "http://one" }, credentials: null, _http);
        Other = new S3Client(new S3ClientOptions { Endpoint = "http://other" }, credentials: null, _http);
    }

    public S3Client One { get; }

    public S3Client Other { get; }

    /// <summary>Called before each request; may throw.</summary>
    public Action Before { get; set; } = static () => { };

    /// <summary>Returns whether a request is refused with 403.</summary>
    public Func<RawRequest, bool> Refuses { get; set; } = static _ => false;

    public void Serve(string bucket, string folder) => _folders.Serve(bucket, folder);

    public void Dispose()
    {
        One.Dispose();
        Other.Dispose();
        _http.Dispose();
    }

    private Answer AnswerTo(RawRequest request, byte[] body)
    {
        Before();
        return Refuses(request)
            ? Answer.Xml(403, "<Error><Code>AccessDenied</Code><Message>no</Message></Error>")
            : _folders.AnswerTo(request, body);
    }
}
