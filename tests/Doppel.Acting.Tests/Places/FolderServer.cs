using Doppel.S3.Server;

namespace Doppel.Acting.Tests;

/// <summary>A gateway: each bucket is a folder, and each object a file in it.</summary>
internal sealed class FolderServer : IRequestHandler, IAsyncDisposable
{
    private readonly MemoryS3 _memory = new();
    private readonly Dictionary<string, string> _folders = [];
    private readonly SemaphoreSlim _gate = new(1);

    public FolderServer() => Server = FaultServer.Start(this);

    public FaultServer Server { get; }

    /// <summary>Returns whether a request is refused with 403.</summary>
    public Func<RawRequest, bool> Refuses { get; set; } = static _ => false;

    public void Serve(string bucket, string folder)
    {
        if (_folders.TryAdd(bucket, folder))
        {
            _memory.AddBucket(bucket);
        }

        _folders[bucket] = folder;
    }

    public async ValueTask<Answer> AnswerAsync(RawRequest request, ReceivedBody body, CancellationToken cancellation)
    {
        if (Refuses(request))
        {
            return Answer.Xml(403, "<Error><Code>AccessDenied</Code><Message>no</Message></Error>");
        }

        await _gate.WaitAsync(cancellation);
        try
        {
            await ReadFoldersAsync();
            var before = _folders.Keys.ToDictionary(static bucket => bucket, _memory.Keys);
            Answer answer = await _memory.AnswerAsync(request, body, cancellation);
            WriteFolders(before);
            return answer;
        }
        finally
        {
            _gate.Release();
        }
    }

    public async ValueTask DisposeAsync()
    {
        await Server.DisposeAsync();
        _gate.Dispose();
    }

    // Gateways make folders for keys, and remove those that hold none.
    private static void RemoveEmpty(string root, string folder)
    {
        if (folder != root && !Directory.EnumerateFileSystemEntries(folder).Any())
        {
            Directory.Delete(folder);
            RemoveEmpty(root, Path.GetDirectoryName(folder)!);
        }
    }

    private static async Task<Dictionary<string, byte[]>> ReadAsync(string folder)
    {
        while (true)
        {
            try
            {
                Dictionary<string, byte[]> files = [];
                foreach (string file in Directory.GetFiles(folder, "*", SearchOption.AllDirectories))
                {
                    files.Add(Path.GetRelativePath(folder, file), await File.ReadAllBytesAsync(file));
                }

                return files;
            }
            catch (IOException)
            {
                // A file was moved since it was listed.
            }
        }
    }

    private async Task ReadFoldersAsync()
    {
        foreach ((string bucket, string folder) in _folders)
        {
            Dictionary<string, byte[]> files = await ReadAsync(folder);
            _memory.Keys(bucket).Where(key => !files.ContainsKey(key)).ToList()
                .ForEach(key => _memory.Remove(bucket, key));
            foreach ((string key, byte[] content) in files)
            {
                if (_memory.Find(bucket, key)?.Body.AsSpan().SequenceEqual(content) != true)
                {
                    _memory.Put(bucket, key, content);
                }
            }
        }
    }

    // Only what the request has changed: other programs change the folders meanwhile.
    private void WriteFolders(Dictionary<string, IReadOnlyList<string>> before)
    {
        foreach ((string bucket, string folder) in _folders)
        {
            IReadOnlyList<string> now = _memory.Keys(bucket);
            foreach (string key in now.Except(before[bucket]))
            {
                string path = Path.Combine(folder, key);
                Directory.CreateDirectory(Path.GetDirectoryName(path)!);
                File.WriteAllBytes(path, _memory.Find(bucket, key)!.Body);
            }

            foreach (string path in before[bucket].Except(now).Select(key => Path.Combine(folder, key)))
            {
                File.Delete(path);
                RemoveEmpty(folder, Path.GetDirectoryName(path)!);
            }
        }
    }
}
