using System.Security.Cryptography;

namespace Doppel.Release.Tests;

/// <summary>SHA256SUMS lists every artifact, and its signature verifies with the public key alone.</summary>
public sealed class ChecksumTests : IDisposable
{
    private readonly TempTree _tree = new();
    private readonly Part _part;

    public ChecksumTests() => _part = new Part(_tree.Folder);

    public void Dispose() => _tree.Dispose();

    [Fact]
    public void Every_artifact_is_listed_once_in_order()
    {
        string[] names = ["PKGBUILD", "doppel-1.2.3 with a space.zip", "doppel-1.2.3-linux-x64.tar.gz", "doppel.rb"];
        string[] expected = [.. names.Select(name => $"{_part.Add(name)}  {name}")];
        foreach (string stale in (string[])["SHA256SUMS", "SHA256SUMS.minisig"])
        {
            _part.Add(stale);
        }

        ProcessEnd end = _part.Run("checksums").MustSucceed();
        Assert.Equal("   not signed: DOPPEL_SIGNING_KEY is not set\n", end.OutputText);
        Assert.Equal(expected, _part.Read("SHA256SUMS").TrimEnd('\n').Split('\n'));
        Assert.False(File.Exists(Path.Combine(_part.Out, "SHA256SUMS.minisig")));
    }

    [Fact]
    public void A_key_that_cannot_be_read_is_named()
    {
        _part.Add("doppel.rb");
        ProcessEnd end = _part.Run("checksums", ("DOPPEL_SIGNING_KEY", "/none/doppel.key"));
        Assert.Equal((1, "checksums: cannot read the key /none/doppel.key\n"), (end.ExitCode, end.ErrorText));
    }

    [Theory(Explicit = true)]
    [InlineData("")]
    [InlineData("correct horse")]
    public void The_signature_verifies_with_the_public_key_until_a_byte_changes(string password)
    {
        (string key, string pub) = MakeKey("one", password);
        _part.Add("doppel.rb");
        _part.Run("checksums", ("DOPPEL_SIGNING_KEY", key), ("DOPPEL_SIGNING_PASSWORD", password)).MustSucceed();
        string sums = Path.Combine(_part.Out, "SHA256SUMS");
        Assert.Equal("Signature and comment signature verified\nTrusted comment: doppel 1.2.3\n",
            Tool.Run("minisign", "-V", "-p", pub, "-m", sums).MustSucceed().OutputText);
        byte[] signature = File.ReadAllBytes(sums + ".minisig");
        _part.Run("checksums").MustSucceed();
        Assert.Equal(signature, File.ReadAllBytes(sums + ".minisig"));

        byte[] content = File.ReadAllBytes(sums);
        content[RandomNumberGenerator.GetInt32(content.Length)] ^= 1;
        File.WriteAllBytes(sums, content);
        Assert.NotEqual(0, Tool.Run("minisign", "-V", "-p", pub, "-m", sums).ExitCode);
    }

    [Fact(Explicit = true)]
    public void A_wrong_password_leaves_no_signature()
    {
        (string key, string _) = MakeKey("one", "right");
        _part.Add("doppel.rb");
        ProcessEnd end = _part.Run("checksums", ("DOPPEL_SIGNING_KEY", key), ("DOPPEL_SIGNING_PASSWORD", "wrong"));
        Assert.Equal(1, end.ExitCode);
        Assert.Contains("Wrong password for that key", end.ErrorText, StringComparison.Ordinal);
        Assert.EndsWith($"checksums: minisign cannot sign with {key}\n", end.ErrorText, StringComparison.Ordinal);
        Assert.False(File.Exists(Path.Combine(_part.Out, "SHA256SUMS.minisig")));
    }

    [Fact(Explicit = true)]
    public void A_key_that_users_could_not_verify_with_is_refused()
    {
        string packaging = Directory.CreateDirectory(Path.Combine(_tree.Folder, "root/eng/packaging")).FullName;
        foreach (string name in (string[])["checksums", "metadata.sh"])
        {
            File.Copy(Path.Combine(SourceTree.Root, "eng/packaging", name), Path.Combine(packaging, name));
        }

        (string key, string pub) = MakeKey("one", "");
        (string _, string other) = MakeKey("two", "");
        var part = new Part(_tree.Folder) { Root = Path.Combine(_tree.Folder, "root") };
        part.Add("doppel.rb");
        File.Copy(pub, Path.Combine(packaging, "../doppel.pub"));
        part.Run("checksums", ("DOPPEL_SIGNING_KEY", key)).MustSucceed();
        File.Copy(other, Path.Combine(packaging, "../doppel.pub"), overwrite: true);
        ProcessEnd end = part.Run("checksums");
        Assert.Equal(1, end.ExitCode);
        Assert.EndsWith($"checksums: {key} is not the secret half of eng/doppel.pub\n", end.ErrorText,
            StringComparison.Ordinal);
        Assert.False(File.Exists(Path.Combine(part.Out, "SHA256SUMS.minisig")));
    }

    private (string Key, string Public) MakeKey(string name, string password)
    {
        string key = Path.Combine(_tree.Folder, name + ".key");
        string pub = Path.Combine(_tree.Folder, name + ".pub");
        string words = password.Length == 0 ? "-W" : "";
        Script.Shell($"minisign -G {words} -p '{pub}' -s '{key}' < <(printf '%s\\n%s\\n' '{password}' '{password}')")
            .MustSucceed();
        return (key, pub);
    }
}
