using System.Text;

namespace Doppel.Volumes;

/// <summary>A folder of a bucket whose objects are visible.</summary>
/// <param name="Prefix">Its key with a slash at the end, or empty for the whole bucket.</param>
/// <param name="MayBeObject">Whether the object whose key is the prefix without the slash is meant, too.</param>
internal readonly record struct S3Root(string Prefix, bool MayBeObject)
{
    /// <summary>The key without a slash at its end. Empty for the bucket.</summary>
    internal string Key => Prefix.Length == 0 ? "" : Prefix[..^1];

    /// <summary>Returns the root for a prefix as a user gives it.</summary>
    /// <exception cref="ArgumentException">A component cannot be a name.</exception>
    internal static S3Root Of(string prefix)
    {
        ArgumentNullException.ThrowIfNull(prefix);
        bool mayBeObject = prefix.Length > 0 && !prefix.EndsWith('/');
        var root = new S3Root(mayBeObject ? prefix + "/" : prefix, mayBeObject);
        return root.Problem is { } problem
            ? throw new ArgumentException($"'{prefix}' cannot be searched: {problem}.", nameof(prefix))
            : root;
    }

    /// <summary>Returns the roots that have to be listed: those that no other one contains.</summary>
    internal static S3Root[] WithoutContained(IReadOnlyList<S3Root> roots)
    {
        var kept = new List<S3Root>();
        foreach (S3Root root in roots.OrderBy(static one => one.Prefix, StringComparer.Ordinal)
            .ThenByDescending(static one => one.MayBeObject))
        {
            if (!kept.Exists(other => root.Prefix.StartsWith(other.Prefix, StringComparison.Ordinal)))
            {
                kept.Add(root);
            }
        }

        return [.. kept];
    }

    private string? Problem => Prefix.Length == 0 ? null : S3Listing.ProblemOf(Encoding.UTF8.GetBytes(Key));
}
