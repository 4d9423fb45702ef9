namespace Doppel.S3.Server;

/// <summary>A bucket and what is in it.</summary>
internal sealed class Bucket(string name, string region, DateTimeOffset created)
{
    public string Name { get; } = name;

    public string Region { get; } = region;

    public DateTimeOffset Created { get; } = created;

    /// <summary>In the order of lists, which is that of the keys' bytes.</summary>
    public SortedDictionary<string, StoredObject> Objects { get; } = new(KeyOrder.Instance);

    public Dictionary<string, Upload> Uploads { get; } = [];

    /// <summary>What each completed upload came to, for whoever completes it again.</summary>
    public Dictionary<string, StoredObject> Completed { get; } = [];

    public StoredObject? Find(string key) => Objects.GetValueOrDefault(key);
}
