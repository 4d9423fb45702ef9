namespace Doppel.Volumes.Tests;

/// <content>Laws about probing, with permissions.</content>
public abstract partial class FileSystemContract
{
    [Fact]
    public void A_file_without_permission_is_not_probed()
    {
        _place.AddFile("secret", "abc");
        _place.RunDenied("secret", () =>
            AssertKind(VolumeErrorKind.AccessDenied, TryProbe(_root, "secret", out _)));
    }
}
