namespace Doppel.S3.Server;

/// <summary>One page of a list.</summary>
/// <param name="prefix">What keys must begin with.</param>
/// <param name="delimiter">Ends what is shown of a key as a common prefix; empty for none.</param>
/// <param name="after">The key or common prefix that the page begins behind; empty for the first page.</param>
/// <param name="max">How many keys and common prefixes it holds at most.</param>
internal sealed class ListPage(string prefix, string delimiter, string after, int max)
{
    public List<StoredObject> Objects { get; } = [];

    public List<string> Prefixes { get; } = [];

    /// <summary>Whether there is more.</summary>
    public bool IsTruncated { get; private set; }

    /// <summary>The last key or common prefix of it.</summary>
    public string Last { get; private set; } = "";

    /// <summary>Takes what belongs on it.</summary>
    /// <param name="all">All objects in their order.</param>
    public void Fill(IEnumerable<StoredObject> all)
    {
        // A common prefix that ended the page before stands for everything below it.
        bool afterFolder = delimiter.Length > 0 && after.EndsWith(delimiter, StringComparison.Ordinal)
            && after.Length > prefix.Length;
        foreach (StoredObject stored in all)
        {
            string key = stored.Key;
            bool isBelow = afterFolder && key.StartsWith(after, StringComparison.Ordinal);
            bool isBefore = KeyOrder.Instance.Compare(key, after) <= 0;
            if (isBefore || isBelow || !key.StartsWith(prefix, StringComparison.Ordinal))
            {
                continue;
            }

            int end = delimiter.Length == 0 ? -1 : key.IndexOf(delimiter, prefix.Length, StringComparison.Ordinal);
            string shown = end < 0 ? key : key[..(end + delimiter.Length)];
            if (end >= 0 && Prefixes.Count > 0 && Prefixes[^1] == shown)
            {
                continue;
            }

            if (Objects.Count + Prefixes.Count == max)
            {
                IsTruncated = max > 0;
                return;
            }

            Last = shown;
            if (end < 0)
            {
                Objects.Add(stored);
            }
            else
            {
                Prefixes.Add(shown);
            }
        }
    }
}
