using Doppel.S3;
using Doppel.S3.Server;

namespace Doppel.Acting.Tests;

/// <summary>A gateway to folders under two names. It may have kept a list of the second one.</summary>
internal sealed class FolderServer : IDisposable
{
    /// <summary>The name under which keepers are reached.</summary>
    public const string OtherHost = "other";

    private readonly FolderS3 _folders = new();
    private readonly Dictionary<string, string> _served = [];
    private readonly HttpMessageInvoker _http;
    private MemoryS3? _list;

    public FolderServer()
    {
        _http = new HttpMessageInvoker(new MemoryHandler(AnswerTo));
        One = new S3Client(new S3ClientOptions { Endpoint = "http://one" }, credentials: null, _http);
        Other = new S3Client(new S3ClientOptions { Endpoint = $"http://{OtherHost}" }, credentials: null, _http);
    }

    public S3Client One { get; }

    public S3Client Other { get; }

    /// <summary>Called before each request; may throw.</summary>
    public Action Before { get; set; } = static () => { };

    /// <summary>Returns whether a request is refused with 403.</summary>
    public Func<RawRequest, bool> Refuses { get; set; } = static _ => false;

    public void Serve(string bucket, string folder)
    {
        _folders.Serve(bucket, folder);
        _served[bucket] = folder;
    }

    /// <summary>
    /// Lists objects and tells of them under the other name as they are now, whatever happens to them.
    /// </summary>
    public void KeepList()
    {
        _list = new MemoryS3();
        foreach ((string bucket, string folder) in _served)
        {
            _list.AddBucket(bucket);
            Array.ForEach(
                Directory.GetFiles(folder, "*", SearchOption.AllDirectories),
                file => _list.Put(bucket, Path.GetRelativePath(folder, file), File.ReadAllBytes(file)));
        }
    }

    /// <summary>Lists what is there.</summary>
    public void ForgetList() => _list = null;

    public void Dispose()
    {
        One.Dispose();
        Other.Dispose();
        _http.Dispose();
    }

    private Answer AnswerTo(RawRequest request, byte[] body)
    {
        Before();
        if (Refuses(request))
        {
            return Answer.Xml(403, "<Error><Code>AccessDenied</Code><Message>no</Message></Error>");
        }

        bool isListed = request.Method == "HEAD" || request.Query.Contains("list-type", StringComparison.Ordinal);
        return isListed && _list is not null && request.Header("Host") == OtherHost
            ? _list.AnswerTo(request, body)
            : _folders.AnswerTo(request, body);
    }
}
