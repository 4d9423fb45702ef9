using System.Text;
using Doppel.Finding;
using Doppel.Reports;
using Doppel.S3.Transfer;

namespace Doppel.Cli;

/// <summary>The files of a folder whose content a bucket has already, under any key.</summary>
/// <remarks>Found like <c>doppel find --reference s3://BUCKET FOLDER</c> does: nothing is downloaded.</remarks>
internal sealed class KnownFiles
{
    private readonly Dictionary<string, IReadOnlyList<string>> _keys = new(StringComparer.Ordinal);
    /// <summary>Gets the number of files.</summary>
    internal int Count => _keys.Count;

    /// <summary>Gets the size of all of them, in bytes.</summary>
    internal long Bytes { get; private set; }

    /// <summary>Gets the path of each file below the folder, and the keys of the objects with its content.</summary>
    internal IEnumerable<(string Name, IReadOnlyList<string> Keys)> All =>
        _keys.Select(static one => (one.Key, one.Value));

    /// <summary>Lists a bucket and searches a folder.</summary>
    /// <param name="session">The run.</param>
    /// <param name="folder">The absolute path of the folder.</param>
    /// <param name="bucket">The bucket.</param>
    /// <exception cref="UsageException">The bucket cannot be listed.</exception>
    internal static KnownFiles Find(S3Session session, string folder, S3Location bucket)
    {
        (CommandHost host, S3Settings settings) = (session.Host, session.Settings);
        string address = bucket.ToString();
        SearchRequest request = settings.Request;
        request.Accepts = RootKinds.Buckets;
        request.Roots = [folder];
        request.SavedReferences.Add(address);
        var search = new SearchJob(host, request, new SearchObserver(host, settings.Messages));
        using var clients = new BucketClients(host, request.Connection);
        using OpenRoots roots = search.Open(clients);
        using FindResult result = search.Find(request.ToFindOptions(roots.Resolved), session.Stop);
        session.Stop.ThrowIfCancellationRequested();
        string real = roots.Resolved.Names[^1].ToString();
        var known = new KnownFiles();
        foreach (ReportGroup group in result.Groups)
        {
            known.Add(group, address + "/", real);
        }

        return known;
    }

    /// <summary>Returns whether a file or object takes part in a transfer: all but known files do.</summary>
    internal bool IsWanted(S3TransferEntry entry) => entry.Path is null || !_keys.ContainsKey(entry.Name);

    private void Add(ReportGroup group, string address, string folder)
    {
        var keys = new List<string>();
        var files = new List<string>();
        foreach (ReportName name in group.Copies.SelectMany(static copy => copy.Names))
        {
            string text = Encoding.UTF8.GetString(name.Bytes);
            if (text.StartsWith(address, StringComparison.Ordinal))
            {
                keys.Add(text[address.Length..]);
            }
            else
            {
                files.Add(Path.GetRelativePath(folder, text).Replace(Path.DirectorySeparatorChar, '/'));
            }
        }

        foreach (string file in files)
        {
            _keys[file] = keys;
            Bytes += group.Size;
        }
    }
}
