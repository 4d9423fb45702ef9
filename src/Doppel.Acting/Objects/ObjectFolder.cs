using Doppel.Reports;
using Doppel.S3;

namespace Doppel.Acting;

/// <summary>The objects of a bucket that have the same prefix up to the last '/'.</summary>
/// <param name="store">Sends the requests.</param>
/// <param name="name">The name of an object in the folder.</param>
/// <param name="notice">Receives messages about tokens that stay.</param>
internal sealed class ObjectFolder(ObjectStore store, ReportName name, Action<string> notice) : ITokenFolder
{
    private (ReportName Name, string? Version)? _put;

    public bool ShowsOldListings => false;

    public bool MayShowWhatIsGone => false;

    /// <summary>
    /// Returns the names that a token beside an object has, in <see cref="PutAsync(string)"/> and
    /// <see cref="PutInsideAsync"/>.
    /// </summary>
    internal static ReportName[] TokensOf(ReportName name, string token) =>
        [ObjectName.Beside(name, token), ObjectName.Beside(name, token + "/token")];

    public ValueTask<bool> PutAsync(string token) => PutAsync(TokensOf(name, token)[0]);

    public async ValueTask<bool?> PutInsideAsync(string folder) =>
        await PutAsync(TokensOf(name, folder)[1]).ConfigureAwait(false) ? true : null;

    public ValueTask<bool?> LookAsync(string token) => store.HasTokenAsync(ObjectName.Beside(name, token));

    public async ValueTask RemoveAsync(string token)
    {
        if (_put is not { } put)
        {
            return;
        }

        try
        {
            await store.RemoveTokenAsync(put.Name, put.Version).ConfigureAwait(false);
        }
        catch (S3Exception failure)
        {
            notice($"the empty object {put.Name} stays: {failure.Message}");
        }
    }

    // Only mounts show old listings, and only they are asked for new folders.
    public bool? MakeFolder(string folder) => null;

    public bool? LookInside(string folder) => null;

    public void RemoveFolder(string folder)
    {
    }

    private async ValueTask<bool> PutAsync(ReportName token)
    {
        S3PutResult? put = await store.PutTokenAsync(token).ConfigureAwait(false);
        _put = put is { IsStored: true } stored ? (token, stored.VersionId) : null;
        return _put is not null;
    }
}
