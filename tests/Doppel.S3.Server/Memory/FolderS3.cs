namespace Doppel.S3.Server;

/// <summary>A gateway: each bucket is a folder, and each object a file in it. Thread-safe.</summary>
public sealed class FolderS3 : IRequestHandler
{
    private readonly MemoryS3 _memory = new();
    private readonly Dictionary<string, string> _folders = [];
    private readonly Lock _gate = new();

    /// <summary>Shows a folder as a bucket, which may have shown another one before.</summary>
    public void Serve(string bucket, string folder)
    {
        lock (_gate)
        {
            if (_folders.TryAdd(bucket, folder))
            {
                _memory.AddBucket(bucket);
            }

            _folders[bucket] = folder;
        }
    }

    /// <inheritdoc/>
    public async ValueTask<Answer> AnswerAsync(RawRequest request, ReceivedBody body, CancellationToken cancellation)
    {
        ArgumentNullException.ThrowIfNull(body);
        return AnswerTo(request, await body.ReadAllAsync(cancellation));
    }

    /// <summary>Answers a request whose body was read.</summary>
    public Answer AnswerTo(RawRequest request, byte[] body)
    {
        lock (_gate)
        {
            ReadFolders();
            var before = _folders.Keys.ToDictionary(static bucket => bucket, _memory.Keys);
            Answer answer = _memory.AnswerTo(request, body);
            WriteFolders(before);
            return answer;
        }
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

    private static Dictionary<string, byte[]> Read(string folder)
    {
        while (true)
        {
            try
            {
                return Directory.GetFiles(folder, "*", SearchOption.AllDirectories)
                    .ToDictionary(file => Path.GetRelativePath(folder, file), File.ReadAllBytes);
            }
            catch (IOException)
            {
                // A file was moved since it was listed.
            }
        }
    }

    private void ReadFolders()
    {
        foreach ((string bucket, string folder) in _folders)
        {
            Dictionary<string, byte[]> files = Read(folder);
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
