using System.Runtime.Versioning;
using Doppel.Testing.Processes;
using Microsoft.Win32.SafeHandles;

namespace Doppel.Volumes.Tests;

[SupportedOSPlatform("linux")]
public sealed class LinuxVolumeChangeTests() : ChangeContract(new LinuxVolume())
{
    private const int Kill = 9;

    // The memory of a program that has ended: no byte is written there, and the system does not call that an error.
    [Fact]
    public void A_write_that_the_system_ends_early_is_an_error()
    {
        using var program = ChildProcess.Start(new ProcessStart("sleep", ["1000"]));
        using SafeFileHandle memory = File.OpenHandle(
            $"/proc/{program.Id}/mem", FileMode.Open, FileAccess.ReadWrite, FileShare.ReadWrite);
        program.Signal(Kill);
        program.WaitForEnd();
        var file = new FileHandle((int)memory.DangerousGetHandle());
        Assert.Equal(VolumeErrorKind.Full, new LinuxVolume().Write(file, 0, "content"u8).Kind);
    }
}
