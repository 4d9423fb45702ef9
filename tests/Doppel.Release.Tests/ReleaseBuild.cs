using Doppel.Release.Tests;

[assembly: AssemblyFixture(typeof(ReleaseBuild))]

namespace Doppel.Release.Tests;

/// <summary>A release of the last commit, built once for all tests by whoever asks first.</summary>
/// <remarks>
/// DOPPEL_RELEASE_DIR names the output of an earlier <c>eng/release</c> to use instead. Its version may be any.
/// </remarks>
public sealed class ReleaseBuild : IDisposable
{
    /// <summary>The arguments for every part and every platform that can be built here.</summary>
    internal const string Whole =
        "--platform all executables archives deb rpm arch nuget tool image sbom manifests checksums";

    private readonly TempTree _tree = new();
    private readonly Lazy<string> _folder;

    /// <summary>Prepares to build.</summary>
    public ReleaseBuild() => _folder = new Lazy<string>(Build);

    /// <summary>Gets the folder with all artifacts.</summary>
    public string Folder => _folder.Value;

    /// <summary>Gets the version that was built.</summary>
    public string Version => Path.GetFileName(Artifact("doppel_*_amd64.deb")).Split('_')[1];

    /// <summary>Gets the only artifact that a pattern matches.</summary>
    public string Artifact(string pattern) => Assert.Single(Directory.GetFiles(Folder, pattern));

    /// <inheritdoc/>
    public void Dispose() => _tree.Dispose();

    /// <summary>Clones the last commit of this tree, without its branches and without what is not committed.</summary>
    internal static void Clone(string to) => Script.Shell(
        $"git -c safe.directory='*' clone --quiet --no-hardlinks '{SourceTree.Root}' '{to}'").MustSucceed();

    private string Build()
    {
        if (Environment.GetEnvironmentVariable("DOPPEL_RELEASE_DIR") is { Length: > 0 } built)
        {
            return built;
        }

        Clone($"{_tree["one"]}");
        string build = $"cd '{_tree["one"]}' && eng/release 1.2.3 {Whole} -o '{_tree["first"]}' >&2";
        Script.Shell(build, TimeSpan.FromHours(1)).MustSucceed();
        return $"{_tree["first"]}";
    }
}
