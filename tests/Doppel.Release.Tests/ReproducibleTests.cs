namespace Doppel.Release.Tests;

/// <summary>Whoever builds a commit, wherever and whenever, gets the same bytes.</summary>
public sealed class ReproducibleTests(ReleaseBuild first)
{
    // Another user in another folder, whose name has a space and is not ASCII, with another home, locale, time zone and
    // date. The date stays close, since the certificate of a package source must be valid.
    [Fact(Explicit = true)]
    public void Another_user_elsewhere_on_another_day_builds_the_same_bytes()
    {
        using var tree = new TempTree();
        string version = first.Version;
        ReleaseBuild.Clone(Path.Combine(tree.Folder, "döppel two"));
        Script.Shell($$"""
            cd '{{tree.Folder}}'
            home=$PWD/home
            mkdir -p home/.nuget/NuGet out
            if [ -e ~/.nuget/NuGet/NuGet.Config ]; then cp ~/.nuget/NuGet/NuGet.Config home/.nuget/NuGet; fi
            as=()
            if [ "$(id -u)" = 0 ]; then
                chmod 755 .
                chown -R 12345:12345 .
                as=(setpriv --reuid 12345 --regid 12345 --clear-groups)
            fi
            cd 'döppel two'
            unset NUGET_PACKAGES DOTNET_CLI_HOME
            "${as[@]}" env HOME="$home" LANG=C TZ=Pacific/Auckland LC_ALL=C FAKETIME_DONT_FAKE_MONOTONIC=1 \
                faketime -f '+2d' eng/release {{version}} {{ReleaseBuild.Whole}} -o ../out >&2
            """, TimeSpan.FromHours(1)).MustSucceed();

        string[] names = NamesIn(first.Folder);
        Assert.NotEmpty(names);
        Assert.Equal(names, NamesIn($"{tree["out"]}"));
        string[] differing = [.. names.Where(name => !File.ReadAllBytes($"{first.Folder}/{name}")
            .AsSpan().SequenceEqual(File.ReadAllBytes($"{tree["out"]}/{name}")))];
        Assert.True(differing.Length == 0, string.Join('\n', differing.Select(name => Difference(
            $"{first.Folder}/{name}", $"{tree["out"]}/{name}"))));
    }

    // Signing adds time and chance on purpose.
    private static string[] NamesIn(string folder) =>
        [.. Directory.GetFiles(folder).Select(path => Path.GetFileName(path)!)
            .Where(name => !name.EndsWith(".minisig", StringComparison.Ordinal)).Order(StringComparer.Ordinal)];

    private static string Difference(string one, string other) => Tool.Find("diffoscope") is null
        ? $"{one} differs; apt install diffoscope-minimal to see how"
        : Tool.Run("diffoscope", "--max-text-report-size", "4000", one, other).OutputText;
}
