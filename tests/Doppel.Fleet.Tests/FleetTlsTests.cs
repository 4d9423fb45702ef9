using Doppel.Testing.Servers;

namespace Doppel.Fleet.Tests;

/// <summary>A server whose certificate is not trusted. Doppel.EndToEnd tries one that is.</summary>
public sealed class FleetTlsTests
{
    [Fact]
    public void A_certificate_that_is_not_trusted_ends_a_command_at_once()
    {
        if (!ClickHouseServer.IsInstalled)
        {
            _ = new Fleet();
        }

        using ClickHouseServer server = new TestCertificate().StartServer(out Uri address);
        var clock = new CountingClock();
        FleetException error = Assert.Throws<FleetException>(() => FleetHost.ReadAll(
            new FleetServer { Address = address, RetryFor = TimeSpan.FromHours(1), Time = clock },
            TestContext.Current.CancellationToken));
        Assert.StartsWith(
            $"cannot trust {address.ToString().TrimEnd('/')}: The remote certificate is invalid", error.Message);
        Assert.Equal("SSL_CERT_FILE can name a file with the certificate of its authority", error.Hint);
        Assert.Equal(1, clock.Asked);
    }
}
