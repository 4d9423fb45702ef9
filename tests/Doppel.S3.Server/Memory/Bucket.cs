namespace Doppel.S3.Server;

/// <summary>A bucket and what is in it. It may keep versions.</summary>
internal sealed class Bucket(string name, string region, DateTimeOffset created)
{
    private const string OldestVersion = "null";

    private readonly SortedDictionary<string, List<StoredVersion>> _versions = new(KeyOrder.Instance);
    private int _versionIds;

    public string Name { get; } = name;

    public string Region { get; } = region;

    public DateTimeOffset Created { get; } = created;

    /// <summary>In the order of lists, which is that of the keys' bytes. Only the current versions.</summary>
    public SortedDictionary<string, StoredObject> Objects { get; } = new(KeyOrder.Instance);

    public Dictionary<string, Upload> Uploads { get; } = [];

    /// <summary>What each completed upload came to, for whoever completes it again.</summary>
    public Dictionary<string, StoredObject> Completed { get; } = [];

    /// <summary><c>Enabled</c>, <c>Suspended</c>, or null if it never kept versions.</summary>
    public string? Versioning { get; private set; }

    /// <summary>All versions by key, the newest first.</summary>
    public IEnumerable<(string Key, StoredVersion Version, bool IsLatest)> Versions =>
        from one in _versions
        from i in Enumerable.Range(0, one.Value.Count)
        select (one.Key, one.Value[^(i + 1)], i == 0);

    public StoredObject? Find(string key) => Objects.GetValueOrDefault(key);

    /// <summary>A version; null if there is none, or it is a delete marker.</summary>
    public StoredObject? Find(string key, string version) =>
        _versions.GetValueOrDefault(key)?.Find(one => one.Id == version)?.Object;

    /// <summary>Keeps versions from now on, or no more.</summary>
    public void SetVersioning(string status)
    {
        foreach ((string key, StoredObject stored) in Versioning is null ? Objects.ToArray() : [])
        {
            Objects[key] = stored with { VersionId = OldestVersion };
            _versions[key] = [new StoredVersion(OldestVersion, Objects[key], stored.LastModified)];
        }

        Versioning = status;
    }

    /// <summary>Stores an object in place of one that is there, of which a version may stay.</summary>
    public StoredObject Store(StoredObject stored)
    {
        stored = Versioning is null ? stored : stored with { VersionId = Begin(stored.Key) };
        Objects[stored.Key] = stored;
        if (stored.VersionId is { } id)
        {
            _versions[stored.Key].Add(new StoredVersion(id, stored, stored.LastModified));
        }

        return stored;
    }

    /// <summary>Changes what is there without making a version.</summary>
    public void Change(StoredObject stored)
    {
        Objects[stored.Key] = stored;
        if (stored.VersionId is { } id)
        {
            List<StoredVersion> all = _versions[stored.Key];
            all[all.FindIndex(one => one.Id == id)] = new StoredVersion(id, stored, stored.LastModified);
        }
    }

    /// <summary>Removes an object, of which a version may stay.</summary>
    public void Remove(string key, DateTimeOffset now)
    {
        if (Versioning is not null)
        {
            string id = Begin(key);
            _versions[key].Add(new StoredVersion(id, Object: null, now));
        }

        Objects.Remove(key);
    }

    /// <summary>Removes a version for good. The newest of those that are left is the current one.</summary>
    public void RemoveVersion(string key, string version)
    {
        if (Versioning is null)
        {
            Objects.Remove(key);
            return;
        }

        List<StoredVersion> all = _versions.GetValueOrDefault(key) ?? [];
        all.RemoveAll(one => one.Id == version);
        Objects.Remove(key);
        if (all is [.., { Object: { } latest }])
        {
            Objects[key] = latest;
        }
    }

    // The next version has this ID. Where no more are kept, it takes the place of the last one that was not.
    private string Begin(string key)
    {
        List<StoredVersion> all = _versions.TryGetValue(key, out List<StoredVersion>? known)
            ? known
            : _versions[key] = [];
        if (Versioning == "Suspended")
        {
            all.RemoveAll(static one => one.Id == OldestVersion);
            return OldestVersion;
        }

        return string.Create(System.Globalization.CultureInfo.InvariantCulture, $"v{++_versionIds}");
    }
}

/// <summary>A version of an object, or a delete marker.</summary>
/// <param name="Id">Its ID.</param>
/// <param name="Object">The object; null for a delete marker.</param>
/// <param name="LastModified">When it was made.</param>
internal sealed record StoredVersion(string Id, StoredObject? Object, DateTimeOffset LastModified);
